import type { Chain } from '../../chain/chain.ts'
import { assetOf } from '../../chain/chains.ts'
import { ServiceError } from '../../kernel/errors.ts'
import { ageSeconds, type CurrentPrices, currentPrices, type PriceDeps } from './current-prices.ts'
import { pegState } from './peg-state.ts'
import { requireSupportedCurrency, supportedCurrencies } from './supported-currencies.ts'
import { usdPair } from './usd-pair.ts'

/** Prices as decimal strings: USD per whole unit of the asset and of the fiat currency, and ETH/USD for the record. */
export type AssetPrice = { unitPriceUsd: string; fiatUsd: string; ethPriceUsd: string }

export type AssetPriceInput = {
  asset: { chain: Chain; symbol: string }
  /** ISO 4217. */
  fiatCurrency: string
  /** The caller's field that names the currency. */
  param?: string
}

/** The maximum age of the last agreed price if the sources fail. */
const lastGoodSeconds = 300

/**
 * The current prices of an asset and a fiat currency. A USD stablecoin counts as 1, even if no source responds, but is
 * rejected unless its latest readings confirm that. Throws `price_unavailable` and `unsupported_currency`.
 */
export async function assetPrice(
  deps: PriceDeps,
  { asset, fiatCurrency, param = 'currency' }: AssetPriceInput,
): Promise<AssetPrice> {
  requireSupportedCurrency(supportedCurrencies(deps), { currency: fiatCurrency, param })
  const isPegged = assetOf(asset.chain, asset.symbol)?.usdPegged ?? false
  const assetPair = usdPair(asset.symbol)
  const fiatPair = usdPair(fiatCurrency)
  const isUsd = fiatCurrency === 'USD'
  const pairs = new Set(['ETH/USD', ...(isPegged ? [] : [assetPair]), ...(isUsd ? [] : [fiatPair])])
  const current = await currentPrices(deps, [...pairs], { needsPegs: isPegged })
  if (isPegged) requirePeg(deps, asset.symbol, current)
  const recent = { current, maxAgeSeconds: lastGoodSeconds }
  const ofAnyAge = { current, maxAgeSeconds: Number.POSITIVE_INFINITY }
  return {
    unitPriceUsd: isPegged ? '1' : priceOf(deps, assetPair, recent),
    fiatUsd: isUsd ? '1' : priceOf(deps, fiatPair, recent),
    ethPriceUsd: priceOf(deps, 'ETH/USD', isPegged ? ofAnyAge : recent),
  }
}

function requirePeg({ now }: PriceDeps, symbol: string, { pegs, failures }: CurrentPrices): void {
  const readings = pegs.get(usdPair(symbol))?.readings ?? []
  const state = pegState(readings, now())
  if (state === 'holds') return
  const said = readings.map(({ source, price }) => `${source} ${price}`).join(', ')
  const cause = new AggregateError(failures, `${symbol}/USD is ${state}: ${said || 'no reading'}`)
  const message =
    state === 'broken'
      ? `${symbol} is off its peg, so it is not offered. Choose another asset.`
      : `We can't check right now whether ${symbol} is worth 1 USD, so it is not offered. Try again, or choose another asset.`
  throw new ServiceError('price_unavailable', message, { cause })
}

function priceOf(
  { now }: PriceDeps,
  pair: string,
  { current, maxAgeSeconds }: { current: CurrentPrices; maxAgeSeconds: number },
): string {
  const price = current.prices.get(pair)
  if (price && ageSeconds(price.agreedAt, now()) <= maxAgeSeconds) return price.price
  throw priceUnavailable(pair, new AggregateError(current.failures, `no price of ${pair}`))
}

export function priceUnavailable(pair: string, cause?: Error): ServiceError {
  const message = `There is no current price of ${pair}. Try again.`
  return new ServiceError('price_unavailable', message, { cause })
}
