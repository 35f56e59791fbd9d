import type { ChainClient } from '../shared/chain/open-chain.ts'
import type { Table } from '../shared/kernel/store/table.ts'
import type { PriceDeps } from '../shared/records/prices/current-prices.ts'
import { openPrices } from '../shared/records/prices/open-prices.ts'
import { refreshPrices, refreshPricesDeps } from '../shared/records/prices/refresh-prices.ts'

/** The prices of an instance with these chains, whose sources are read in this process. */
export function readPrices(
  chains: readonly ChainClient[],
  { table, now }: { table: Table; now: () => Date },
): PriceDeps {
  const deps = refreshPricesDeps(chains, { table, now })
  const refresh = (pairs: readonly string[]) => refreshPrices(deps, pairs)
  return openPrices({ table, now, chains: chains.map(({ chain }) => chain), refresh })
}
