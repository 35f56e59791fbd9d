import { assetPrice } from '../../shared/prices/asset-price.ts'
import { openPrices } from '../../shared/prices/open-prices.ts'
import type { Table } from '../../shared/store/table.ts'
import type { LockPriceDeps } from '../../shared/use-cases/lock-price.ts'
import type { TakeOrderDeps } from '../../shared/use-cases/take-order.ts'
import { enabledChains } from './enabled-chains.ts'

type Pricing = LockPriceDeps & Pick<TakeOrderDeps, 'enabledChains'>

/** What the functions need that price an order. */
export function pricing({ table, now }: { table: Table; now: () => Date }): Pricing {
  const chains = enabledChains()
  const prices = openPrices({ table, chains: chains.clients, now })
  return {
    enabledChains: chains.ofMode,
    assetPrice: (asset, fiatCurrency) => assetPrice(prices, { asset, fiatCurrency }),
  }
}
