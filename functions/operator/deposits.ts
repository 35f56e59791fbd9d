import * as z from 'zod'
import { modes } from '../../shared/domain/mode.ts'
import { formatBase } from '../../shared/domain/money.ts'
import { openTable } from '../../shared/store/table.ts'
import { listUnmatchedDeposits } from '../../shared/store/unmatched-deposits.ts'
import { config } from '../config.ts'
import { operatorHandler } from '../handlers/operator-handler.ts'

const input = z.strictObject({ command: z.literal('list'), mode: z.enum(modes) })

const table = openTable(config('TABLE_NAME'))

/** Money at deposit addresses that no session counts, the newest first. */
export const handler = operatorHandler(async (event) => {
  const { mode } = input.parse(event)
  const deposits = await listUnmatchedDeposits(table, mode)
  return {
    deposits: deposits.map(({ amountBase, decimals, seenAt, ...deposit }) => ({
      ...deposit,
      amount: formatBase(amountBase, decimals),
      seenAt: seenAt.toISOString(),
    })),
  }
})
