import { eachAtOnce } from '../kernel/each-at-once.ts'
import type { Table } from '../kernel/store/table.ts'
import type { Holding } from './rules/holding.ts'
import { loadHoldings } from './store/holdings.ts'

const queriesAtOnce = 10

/**
 * Those whose balances no transaction under way changes: neither their own sweep, nor for coin, one that pays for tokens
 * of the same address.
 */
export async function idleHoldings(table: Table, holdings: readonly Holding[]): Promise<Holding[]> {
  const idle = new Set(holdings.filter(({ sweepId }) => sweepId === null))
  const coins = [...idle].filter(({ tokenAddress }) => tokenAddress === null)
  await eachAtOnce(coins, queriesAtOnce, async (coin) => {
    const all = await loadHoldings(table, coin)
    if (all.some(({ chainId, sweepId }) => chainId === coin.chainId && sweepId !== null)) {
      idle.delete(coin)
    }
  })
  return [...idle]
}
