import { ServiceError } from '../../shared/domain/errors.ts'
import { type AssetPrice, assetPrice } from '../../shared/prices/asset-price.ts'
import { openPrices } from '../../shared/prices/open-prices.ts'
import type { Table } from '../../shared/store/table.ts'
import type { LockPriceDeps } from '../../shared/use-cases/lock-price.ts'
import type { PayableAsset } from '../../shared/use-cases/select-asset.ts'
import type { TakeOrderDeps } from '../../shared/use-cases/take-order.ts'
import { logProblem } from '../log/log.ts'
import { enabledChains } from './enabled-chains.ts'

type Pricing = LockPriceDeps & Pick<TakeOrderDeps, 'enabledChains'>

/** What the functions need that price an order. */
export function pricing({ table, now }: { table: Table; now: () => Date }): Pricing {
  const chains = enabledChains()
  const prices = openPrices({ table, chains: chains.clients, now })
  return {
    enabledChains: chains.ofMode,
    assetPrice: (asset, { currency, param }) =>
      noticed(asset, assetPrice(prices, { asset, fiatCurrency: currency, param })),
  }
}

/** Counts the prices that nobody could give, also where another asset is offered instead. */
function noticed({ chain, symbol }: PayableAsset, price: Promise<AssetPrice>): Promise<AssetPrice> {
  return price.catch((error: unknown) => {
    if (error instanceof ServiceError && error.code === 'price_unavailable') {
      const facts = { mode: chain.mode, chainId: chain.chainId, asset: symbol }
      logProblem('price unavailable', { error, facts }, { PriceUnavailable: 1 })
    }
    throw error
  })
}
