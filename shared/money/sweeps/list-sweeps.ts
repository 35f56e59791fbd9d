import * as z from 'zod'
import { modes } from '../../kernel/mode.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { listCursor, listLimit } from '../../kernel/wire/operator-input.ts'
import { pageSweeps } from '../../payments/holdings/store/sweeps.ts'
import { presentListed } from './present-sweep.ts'
import { listedSweep } from './wire/sweep.ts'

const page = z.object({
  sweeps: z.array(listedSweep),
  /** The id to continue before; null on the last page. */
  next: z.string().nullable(),
})

export type ListedSweeps = z.infer<typeof page>

export const listSweeps = operatorOperation({
  name: 'list-sweeps',
  role: 'viewer',
  command: 'sweeps list',
  input: z.strictObject({
    mode: z.enum(modes).default('live'),
    limit: listLimit,
    before: listCursor('sweep'),
  }),
  output: page,
  touches: { table: 'read' },
  docs: { summary: 'List transactions that move money to the payout wallets, the newest first' },
  async run({ table }, { input: { mode, limit, before } }) {
    const { items, nextCursor } = await pageSweeps(table, mode, { limit, before })
    return { result: { sweeps: items.map(presentListed), next: nextCursor } }
  },
})
