import type { Chain } from '../chain/chain.ts'
import { assetOf } from '../chain/chains.ts'
import { ServiceError } from '../domain/errors.ts'
import { ageSeconds, type CurrentPrices, currentPrices, type PriceDeps } from './current-prices.ts'
import { holdsPeg } from './holds-peg.ts'
import { requireSupportedCurrency, supportedCurrencies } from './supported-currencies.ts'

/** Prices as decimal strings: USD per whole unit of the asset and of the fiat currency, and ETH/USD for the record. */
export type AssetPrice = { unitPriceUsd: string; fiatUsd: string; ethPriceUsd: string }

export type AssetPriceInput = {
  asset: { chain: Chain; symbol: string }
  /** ISO 4217. */
  fiatCurrency: string
  /** The caller's field that the currency comes from. */
  param?: string
}

/** How old the last agreed price may be once the sources fail. */
const lastGoodSeconds = 300

/**
 * What an asset and a fiat currency are worth now. A USD stablecoin counts as 1 and needs no source, but is refused
 * while its own price is off. Throws `price_unavailable` and `unsupported_currency`.
 */
export async function assetPrice(
  deps: PriceDeps,
  { asset, fiatCurrency, param = 'currency' }: AssetPriceInput,
): Promise<AssetPrice> {
  requireSupportedCurrency(supportedCurrencies(deps), { currency: fiatCurrency, param })
  const isPegged = assetOf(asset.chain, asset.symbol)?.usdPegged ?? false
  const assetPair = `${asset.symbol}/USD`
  const fiatPair = `${fiatCurrency}/USD`
  const isUsd = fiatCurrency === 'USD'
  const pairs = new Set(['ETH/USD', assetPair, ...(isUsd ? [] : [fiatPair])])
  const current = await currentPrices(deps, [...pairs])
  if (isPegged && !holdsPeg(current.prices.get(assetPair)?.price)) {
    throw new ServiceError(
      'price_unavailable',
      `${asset.symbol} is off its peg and not offered until it is back; choose another asset.`,
    )
  }
  const recent = { current, maxAgeSeconds: lastGoodSeconds }
  const ofAnyAge = { current, maxAgeSeconds: Number.POSITIVE_INFINITY }
  return {
    unitPriceUsd: isPegged ? '1' : priceOf(deps, assetPair, recent),
    fiatUsd: isUsd ? '1' : priceOf(deps, fiatPair, recent),
    ethPriceUsd: priceOf(deps, 'ETH/USD', isPegged ? ofAnyAge : recent),
  }
}

function priceOf(
  { now }: PriceDeps,
  pair: string,
  { current, maxAgeSeconds }: { current: CurrentPrices; maxAgeSeconds: number },
): string {
  const price = current.prices.get(pair)
  if (price && ageSeconds(price, now()) <= maxAgeSeconds) return price.price
  throw new ServiceError('price_unavailable', `There is no current price of ${pair}; try again.`, {
    cause: new AggregateError(current.failures, `no price of ${pair}`),
  })
}
