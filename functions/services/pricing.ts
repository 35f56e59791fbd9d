import { ServiceError } from '../../shared/kernel/errors.ts'
import type { Table } from '../../shared/kernel/store/table.ts'
import { type AssetPrice, assetPrice } from '../../shared/prices/asset-price.ts'
import { openPrices } from '../../shared/prices/open-prices.ts'
import { withheldStablecoins } from '../../shared/prices/withheld-stablecoins.ts'
import type { LockPriceDeps } from '../../shared/quotes/lock-price.ts'
import type { PayableAsset } from '../../shared/quotes/select-asset.ts'
import type { TakeOrderDeps } from '../../shared/quotes/take-order.ts'
import type { Config } from '../config.ts'
import { logProblem, warn } from '../log/log.ts'
import { enabledChains } from './enabled-chains.ts'

type Pricing = LockPriceDeps & Pick<TakeOrderDeps, 'enabledChains' | 'withheldStablecoins'>

/** The dependencies for pricing an order. */
export function pricing(
  config: Config,
  { table, now }: { table: Table; now: () => Date },
): Pricing {
  const chains = enabledChains(config)
  const prices = openPrices({ table, chains: chains.clients, now })
  return {
    enabledChains: chains.ofMode,
    withheldStablecoins: loggingChanges(() => withheldStablecoins(prices)),
    assetPrice: (asset, { currency, param }) =>
      countingFailures(asset, assetPrice(prices, { asset, fiatCurrency: currency, param })),
  }
}

type Withheld = TakeOrderDeps['withheldStablecoins']

/** Logs which stablecoins are withheld whenever that changes, since only orders that name one fail. */
function loggingChanges(withheldNow: Withheld): Withheld {
  let last = ''
  return async () => {
    const withheld = await withheldNow()
    const asset = [...withheld].sort().join(', ')
    if (asset !== last) warn('stablecoins withheld', { asset: asset || 'none' })
    last = asset
    return withheld
  }
}

/** Counts the prices that no source could give, even if another asset is offered instead. */
function countingFailures(
  { chain, symbol }: PayableAsset,
  price: Promise<AssetPrice>,
): Promise<AssetPrice> {
  return price.catch((error: unknown) => {
    if (error instanceof ServiceError && error.code === 'price_unavailable') {
      const facts = { mode: chain.mode, chainId: chain.chainId, asset: symbol }
      logProblem('price unavailable', { error, facts }, { PriceUnavailable: 1 })
    }
    throw error
  })
}
