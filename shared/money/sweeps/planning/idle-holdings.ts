import { eachAtOnce } from '../../../kernel/each-at-once.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Holding } from '../../../payments/holdings/rules/holding.ts'
import { loadHoldings } from '../../../payments/holdings/store/holdings.ts'
import { isLeftAlone, noteUnreadHolding, type UnreadRows } from './unread-rows.ts'

const queriesAtOnce = 10

/**
 * The holdings that no transaction under way changes: neither their own sweep, nor for coin, a sweep that pays for
 * tokens of the same address, nor a sweep that can't be read.
 */
export async function idleHoldings(
  table: Table,
  holdings: readonly Holding[],
  unread: UnreadRows,
): Promise<Holding[]> {
  const idle = new Set(holdings.filter(({ sweepId }) => sweepId === null))
  const coins = [...idle].filter(
    (holding) => holding.tokenAddress === null && !isLeftAlone(unread, holding),
  )
  const onUnreadable = noteUnreadHolding(unread)
  await eachAtOnce(coins, queriesAtOnce, async (coin) => {
    const { mode, sessionId, chainId } = coin
    const all = await loadHoldings(table, { mode, sessionId, chainId, onUnreadable })
    if (all.some(({ sweepId }) => sweepId !== null)) idle.delete(coin)
  })
  return [...idle].filter((holding) => !isLeftAlone(unread, holding))
}
