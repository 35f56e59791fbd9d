import type { ChainAsset } from '../../chain/chains.ts'
import { formatBase, parseDecimal } from '../../kernel/money.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import { assetAmount } from '../../records/prices/rules/asset-amount.ts'
import { loadPrices } from '../../records/prices/store/prices.ts'
import { usdPair } from '../../records/prices/usd-pair.ts'

/** The maximum age of a price at which an order is made. */
const maxAgeMs = 300_000

/**
 * Returns what an order costs in an asset at the latest stored prices, as a decimal; null if these are too old. No source is
 * asked: only a choice locks an amount.
 */
export async function choiceAmounts(
  { table, now }: { table: Table; now: () => Date },
  fiat: CheckoutSession['fiat'],
  assets: readonly ChainAsset[],
): Promise<(asset: ChainAsset) => string | null> {
  const symbols = assets.filter(({ usdPegged }) => !usdPegged).map(({ symbol }) => symbol)
  const priced = [...new Set([...symbols, fiat.currency])].filter((symbol) => symbol !== 'USD')
  const stored = await loadPrices(table, priced.map(usdPair))
  const since = now().getTime() - maxAgeMs
  const prices = new Map(
    stored.flatMap(({ pair, price, agreedAt }) =>
      agreedAt.getTime() >= since ? [[pair, price] as const] : [],
    ),
  )
  const usd = (symbol: string) => (symbol === 'USD' ? '1' : prices.get(usdPair(symbol)))
  return (asset) => amountOf(asset, fiat.amount, [usd(fiat.currency), unitPrice(asset, usd)])
}

function unitPrice(
  { symbol, usdPegged }: ChainAsset,
  usd: (symbol: string) => string | undefined,
): string | undefined {
  return usdPegged ? '1' : usd(symbol)
}

function amountOf(
  { decimals: assetDecimals }: ChainAsset,
  amount: string,
  usd: readonly [string | undefined, string | undefined],
): string | null {
  const [fiat, fiatUsd, unitPriceUsd] = [amount, ...usd].map(
    (text) => text && parseDecimal(text, 60),
  )
  if (!fiat || !fiatUsd || !unitPriceUsd) return null
  return formatBase(assetAmount({ fiat, fiatUsd, unitPriceUsd, assetDecimals }), assetDecimals)
}
