import { invariant } from '../../kernel/invariant.ts'
import { type Decimal, parseDecimal } from '../../kernel/money.ts'
import type { AssetPrice } from '../../records/prices/asset-price.ts'
import { assetAmount } from '../../records/prices/rules/asset-amount.ts'
import type { PriceLock } from '../checkout-sessions/rules/checkout-session.ts'
import type { PayableAsset } from './select-asset.ts'
import type { Order } from './take-order.ts'

export type LockPriceDeps = {
  /** Throws `price_unavailable` and `unsupported_currency`; `param` is the field that names the currency. */
  assetPrice: (
    asset: PayableAsset,
    fiat: { currency: string; param: string },
  ) => Promise<AssetPrice>
}

/** The price of an order in its asset; the caller decides how long it is valid. */
export type LockedPrice = { lock: Omit<PriceLock, 'expiresAt'>; ethPriceUsd: string }

/** Prices an order at current prices. Throws `price_unavailable` and `unsupported_currency`. */
export async function lockPrice(
  { assetPrice }: LockPriceDeps,
  { asset, fiat, link }: Order,
): Promise<LockedPrice> {
  const { unitPriceUsd, fiatUsd, ethPriceUsd } = await assetPrice(asset, {
    currency: fiat.currency,
    param: link ? 'linkId' : 'amount.currency',
  })
  const amountBase = assetAmount({
    fiat: decimal(fiat.amount),
    fiatUsd: decimal(fiatUsd),
    unitPriceUsd: decimal(unitPriceUsd),
    assetDecimals: asset.decimals,
  })
  const { symbol, tokenAddress, decimals } = asset
  const { chainId } = asset.chain
  return {
    lock: { chainId, asset: symbol, tokenAddress, decimals, amountBase, unitPriceUsd },
    ethPriceUsd,
  }
}

function decimal(text: string): Decimal {
  const value = parseDecimal(text, 60)
  invariant(value, `${text} is a decimal`)
  return value
}
