import * as z from 'zod'
import { modes } from '../kernel/mode.ts'
import { operatorOperation } from '../kernel/operation/operation.ts'
import type { Table } from '../kernel/store/table.ts'
import type { AuditedDecision } from '../operators/audit.ts'
import type { OperatorInputOf } from '../operators/operator-request.ts'
import {
  derivationResumption,
  knownDerivationIndices,
  loadStop,
} from '../wallet/store/derivation-counter.ts'

const resumed = z.object({
  mode: z.enum(modes),
  wasStopped: z.boolean(),
  /** The index of the next session. */
  next: z.int(),
})

export const resumeIntake = operatorOperation({
  name: 'resume-intake',
  role: 'owner',
  command: 'restore resume',
  dashboard: false,
  input: z.strictObject({ mode: z.enum(modes) }),
  output: resumed,
  touches: { table: 'write', administers: ['audit-log'] },
  docs: { summary: 'Accept new sessions again, although the search after a restore has not ended' },
})

/** Changes nothing if new sessions are accepted already. */
export async function runResumeIntake(
  { table }: { table: Table },
  { input: { mode } }: OperatorInputOf<typeof resumeIntake>,
): Promise<AuditedDecision<z.infer<typeof resumed>>> {
  const stop = await loadStop(table, mode)
  const next = stop?.next ?? (await knownDerivationIndices(table, mode))
  const result = { mode, wasStopped: stop !== undefined, next }
  if (!stop) return { result, changes: [] }
  return {
    result,
    writes: [derivationResumption(table, mode)],
    changes: [{ mode, action: 'restore.resume', target: 'intake', after: { next } }],
  }
}
