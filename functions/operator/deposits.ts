import * as z from 'zod'
import { modes } from '../../shared/kernel/mode.ts'
import { formatBase } from '../../shared/kernel/money.ts'
import { openTable } from '../../shared/kernel/store/table.ts'
import { depositId, openBase } from '../../shared/ledger/rules/unmatched-deposit.ts'
import { listUnmatchedDeposits } from '../../shared/ledger/store/unmatched-deposits.ts'
import { config } from '../config.ts'
import { operatorHandler } from '../handlers/operator-handler.ts'

const input = z.strictObject({
  command: z.literal('list'),
  mode: z.enum(modes),
  limit: z.int().min(1).max(100).default(25),
  /** A cursor of an earlier list: deposits after that place. */
  before: z.string().min(1).max(255).optional(),
})

const table = openTable(config('TABLE_NAME'))

/** Money at deposit addresses that no session counts, the newest first, page by page. */
export const handler = operatorHandler(async (event) => {
  const { mode, limit, before } = input.parse(event)
  const { items, nextCursor } = await listUnmatchedDeposits(table, mode, { limit, before })
  const deposits = items.map(({ deposit, cursor }) => {
    const { sessionId, address, chainId, symbol, reason, seenAt } = deposit
    return {
      id: depositId(deposit),
      ...{ mode, sessionId, address, chainId, symbol, reason },
      amount: formatBase(openBase(deposit), deposit.decimals),
      seenAt: seenAt.toISOString(),
      cursor,
    }
  })
  return { deposits, hasMore: nextCursor !== null }
})
