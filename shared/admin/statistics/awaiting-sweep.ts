import { chainName } from '../../chain/chains.ts'
import type { Mode } from '../../kernel/mode.ts'
import { formatBase, formatDecimal } from '../../kernel/money.ts'
import type { Table } from '../../kernel/store/table.ts'
import { savedPriceMicros } from '../../money/sweeps/planning/saved-price-micros.ts'
import { assetKey, type Holding, isUncounted } from '../../payments/holdings/rules/holding.ts'
import { firstDueHoldings } from '../../payments/holdings/store/holdings.ts'
import { activeSweeps } from '../../payments/holdings/store/sweeps.ts'
import type { Overview } from './wire/overview.ts'

type Deps = { table: Table; now: () => Date }
type Awaiting = Pick<Overview, 'awaiting' | 'uncounted' | 'sweeping' | 'isPartial'>

/** Per chain, so that the cost of showing the overview doesn't grow with the waiting money. */
const addressesRead = 500

/** The money that waits on the deposit addresses of some chains, by chain and asset: two queries per chain. */
export async function awaitingSweep(
  deps: Deps,
  mode: Mode,
  chainIds: readonly number[],
): Promise<Awaiting> {
  const [pages, sweeps] = await Promise.all([
    Promise.all(
      chainIds.map((chainId) =>
        firstDueHoldings(deps.table, { mode, chainId, limit: addressesRead }),
      ),
    ),
    Promise.all(chainIds.map((chainId) => activeSweeps(deps.table, { mode, chainId }))),
  ])
  const sums = new Map<string, { holding: Holding; base: bigint; addresses: number }>()
  const holdings = pages.flatMap((page) => page.holdings)
  for (const holding of holdings.filter(({ balanceBase }) => balanceBase > 0n)) {
    const key = assetKey(holding)
    const { base, addresses } = sums.get(key) ?? { base: 0n, addresses: 0 }
    sums.set(key, { holding, base: base + holding.balanceBase, addresses: addresses + 1 })
  }
  const awaiting = [...sums.values()].map((sum) => presented(deps, sum))
  return {
    awaiting: await Promise.all(awaiting),
    // A payment says that there is money, and the next plan how much.
    uncounted: holdings.filter(isUncounted).length,
    sweeping: sweeps.flat().filter(({ items }) => items.length > 0).length,
    isPartial: pages.some(({ isLast }) => !isLast),
  }
}

type Sum = { holding: Holding; base: bigint; addresses: number }

async function presented(
  deps: Deps,
  { holding: { chainId, symbol: asset, decimals }, base, addresses }: Sum,
): Promise<Awaiting['awaiting'][number]> {
  const micros = await savedPriceMicros(deps, asset)
  const cents = micros === null ? null : (base * micros) / 10n ** BigInt(decimals) / 10_000n
  return {
    chainId,
    chain: chainName(chainId),
    asset,
    addresses,
    amount: formatBase(base, decimals),
    valueUsd: cents === null ? null : formatDecimal({ units: cents, scale: 2 }),
  }
}
