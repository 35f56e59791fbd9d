import * as z from 'zod'
import type { Actor } from '../../../kernel/audit-entry.ts'
import { timestamp } from '../../../kernel/wire/primitives.ts'
import {
  type ExportJob,
  exportKinds,
  exportStates,
  fileName,
  isStalled,
  percentOf,
} from '../rules/export-job.ts'

export const listedExport = z.lazy(() =>
  z.object({
    id: z.string(),
    of: z.enum(exportKinds),
    /** For payments, the filter of `list-payments`. */
    filter: z.record(z.string(), z.unknown()),
    state: z.enum([...exportStates, 'stalled']),
    rows: z.int(),
    /** Null if nobody knows how much is left. */
    percent: z.int().nullable(),
    /** Before it is packed. */
    bytes: z.int(),
    fileName: z.string(),
    /** Null if it was the terminal. */
    startedBy: z.string().nullable(),
    startedAt: timestamp,
    endedAt: timestamp.nullable(),
    /** When it is deleted. */
    expiresAt: timestamp,
  }),
)

export type ListedExport = z.infer<typeof listedExport>

/** A stalled one continues when somebody resumes it. */
export function presentExport(
  job: ExportJob,
  { now, reachedAt }: { now: Date; reachedAt: Date | null },
): ListedExport {
  const { id, of, filter, rows, bytes } = job
  return {
    id,
    of,
    filter: { ...filter },
    rows,
    bytes,
    fileName: fileName(job),
    state: isStalled(job, now) ? 'stalled' : job.state,
    percent: percentOf(job, reachedAt),
    startedBy: emailOf(job.actor),
    startedAt: job.startedAt.toISOString(),
    endedAt: job.endedAt?.toISOString() ?? null,
    expiresAt: job.expiresAt.toISOString(),
  }
}

function emailOf(actor: Actor): string | null {
  return actor.kind === 'operator' ? actor.email : null
}
