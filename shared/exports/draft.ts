import type { ExportJob, Position } from './rules/export-job.ts'
import { type ExportLine, type ExportRow, lineOf, withKeys } from './rules/export-line.ts'

/** What an invocation has read and not stored yet. */
export type Draft = {
  job: ExportJob
  lines: readonly ExportLine[]
  bytes: number
  since: Date
}

/** A row, or the end of a page, and how far that is. */
export type Step = { row: ExportRow | null; position: Position }

/** In UTF-8: whatever a part holds, it fits into an item when it is packed. */
const partBytes = 300_000
/** Progress is stored at least so often. */
const checkpointMs = 5_000

export function draftOf(job: ExportJob, since: Date): Draft {
  return { job, lines: [], bytes: 0, since }
}

/** The draft with a step; undefined if its row has to begin the next part. */
export function withStep(draft: Draft, { row, position }: Step): Draft | undefined {
  const { job, lines } = draft
  if (!row) return { ...draft, job: { ...job, position } }
  const columns = withKeys(job.columns, row.metadata)
  const line = lineOf(row, columns)
  const bytes = draft.bytes + storedBytes(line)
  if (lines.length > 0 && bytes > partBytes) return undefined
  const grown = { ...job, columns, rows: job.rows + 1, position }
  return { ...draft, job: grown, lines: [...lines, line], bytes }
}

/** As it is stored: in JSON, which makes six bytes of a control character. */
function storedBytes({ text }: ExportLine): number {
  return Buffer.byteLength(JSON.stringify(text)) + 1
}

export function isDue({ bytes, since }: Draft, now: Date): boolean {
  return bytes >= partBytes || now.getTime() - since.getTime() >= checkpointMs
}
