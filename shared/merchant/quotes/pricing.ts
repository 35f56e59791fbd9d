import { ServiceError } from '../../kernel/errors.ts'
import { modes } from '../../kernel/mode.ts'
import type { Config } from '../../kernel/operation/config.ts'
import type { Table } from '../../kernel/store/table.ts'
import { logProblem, warn } from '../../log/log.ts'
import type { Networks } from '../../payments/networks/enabled-chains.ts'
import type { LockPriceDeps } from '../../payments/quotes/lock-price.ts'
import type { PayableAsset } from '../../payments/quotes/select-asset.ts'
import type { TakeOrderDeps } from '../../payments/quotes/take-order.ts'
import type { QuotedOrderDeps } from '../../payments/quotes/take-quote.ts'
import { type AssetPrice, assetPrice } from '../../records/prices/asset-price.ts'
import { openPrices, priceMemory } from '../../records/prices/open-prices.ts'
import { priceRefresher } from '../../records/prices/price-refresher.ts'
import { withheldStablecoins } from '../../records/prices/withheld-stablecoins.ts'

type Pricing = LockPriceDeps &
  Pick<TakeOrderDeps, 'enabledChains' | 'withheldStablecoins'> &
  Pick<QuotedOrderDeps, 'payableChains'>

/** The dependencies for pricing an order. */
export function pricing(
  config: Config,
  { table, now }: { table: Table; now: () => Date },
  { enabledChains, payableChains }: Pick<Networks, 'enabledChains' | 'payableChains'>,
): Pricing {
  const refresh = priceRefresher(config)
  const memory = priceMemory()
  const prices = async () => {
    const ofModes = await readNetworks({ payableChains })
    return openPrices({ table, chains: ofModes.flat(), now, refresh, memory })
  }
  const priceOf: LockPriceDeps['assetPrice'] = async (asset, { currency, param }) =>
    assetPrice(await prices(), { asset, fiatCurrency: currency, param })
  return {
    enabledChains,
    payableChains,
    withheldStablecoins: loggingChanges(async () => withheldStablecoins(await prices())),
    assetPrice: (asset, fiat) => countingFailures(asset, priceOf(asset, fiat)),
  }
}

/** Prices are those of real markets for both modes, so the feeds of either mode's chains count. */
export function readNetworks({ payableChains }: Pick<Networks, 'payableChains'>) {
  return Promise.all(modes.map(payableChains))
}

type Withheld = TakeOrderDeps['withheldStablecoins']

/** Logs which stablecoins are withheld whenever that changes, since only orders that name one fail. */
function loggingChanges(withheldNow: Withheld): Withheld {
  let last = ''
  return async (mode) => {
    const withheld = await withheldNow(mode)
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
