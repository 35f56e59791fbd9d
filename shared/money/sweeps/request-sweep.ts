import * as z from 'zod'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { eitherMode, modesOf } from '../../kernel/wire/operator-input.ts'
import { requireWords } from '../../payments/wallet/require-words.ts'
import { previewRequestWrite, sweepRequestWrite } from './store/sweep-requests.ts'

const requested = z.object({ requestedAt: z.string(), modes: z.array(z.string()) })

export type SweepRequested = z.infer<typeof requested>

export const requestSweep = operatorOperation({
  name: 'request-sweep',
  role: 'owner',
  proof: 'always',
  command: 'sweep',
  group: 'sweeps',
  input: z.strictObject({
    mode: eitherMode,
    /** Only plan, and send nothing. */
    dryRun: z.boolean().default(false),
  }),
  output: requested,
  touches: { table: 'write', administers: ['sweep-requests', 'audit-log'] },
  docs: { summary: 'Sweep what is due within the next minute, instead of within 5 minutes' },
  /** The function that can sign finds the request in the table: nothing else may call it. */
  async run({ table, now }, { input: { mode, dryRun } }) {
    await requireWords(table)
    const wanted = modesOf(mode)
    const requestedAt = now()
    const write = dryRun ? previewRequestWrite : sweepRequestWrite
    return {
      changes: wanted.map((one) => ({
        mode: one,
        action: 'sweep.request',
        target: 'sweeps',
        after: { dryRun },
      })),
      result: { requestedAt: requestedAt.toISOString(), modes: [...wanted] },
      writes: wanted.map((one) => write(one, requestedAt)),
    }
  },
})
