import { chainById } from '../chain/chains.ts'
import type { Mode } from '../kernel/mode.ts'
import { formatBase, formatDecimal } from '../kernel/money.ts'
import type { Table } from '../kernel/store/table.ts'
import { assetKey, type Holding } from '../sweeps/rules/holding.ts'
import { savedPriceMicros } from '../sweeps/saved-price-micros.ts'
import { dueHoldings } from '../sweeps/store/holdings.ts'
import type { Overview } from './wire/overview.ts'

type Deps = { table: Table; now: () => Date }
type Awaiting = Pick<Overview, 'awaiting' | 'isPartial'>

/** Of a chain, so that the cost of showing the overview doesn't grow with what waits. */
const addressesRead = 500

/** What the deposit addresses of some chains hold, by chain and asset: one query per chain. */
export async function awaitingSweep(
  deps: Deps,
  mode: Mode,
  chainIds: readonly number[],
): Promise<Awaiting> {
  const pages = await Promise.all(chainIds.map((chainId) => firstHoldings(deps, mode, chainId)))
  const sums = new Map<string, { holding: Holding; base: bigint; addresses: number }>()
  for (const holding of pages.flat().filter(({ balanceBase }) => balanceBase > 0n)) {
    const key = assetKey(holding)
    const { base, addresses } = sums.get(key) ?? { base: 0n, addresses: 0 }
    sums.set(key, { holding, base: base + holding.balanceBase, addresses: addresses + 1 })
  }
  const awaiting = [...sums.values()].map((sum) => presented(deps, sum))
  return {
    awaiting: await Promise.all(awaiting),
    isPartial: pages.some((page) => page.length === addressesRead),
  }
}

async function firstHoldings({ table }: Deps, mode: Mode, chainId: number): Promise<Holding[]> {
  const query = { mode, chainId, before: null, pageSize: addressesRead }
  for await (const page of dueHoldings(table, query)) return page
  return []
}

type Sum = { holding: Holding; base: bigint; addresses: number }

async function presented(
  deps: Deps,
  { holding: { chainId, symbol: asset, decimals }, base, addresses }: Sum,
): Promise<Awaiting['awaiting'][number]> {
  const micros = await savedPriceMicros(deps, asset)
  const cents = micros === null ? null : (base * micros) / 10n ** BigInt(decimals) / 10_000n
  return {
    ...{ chainId, chain: chainById(chainId)?.name ?? String(chainId), asset, addresses },
    amount: formatBase(base, decimals),
    valueUsd: cents === null ? null : formatDecimal({ units: cents, scale: 2 }),
  }
}
