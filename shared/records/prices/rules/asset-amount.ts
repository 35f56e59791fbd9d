import { type Decimal, divideRoundingUp } from '../../../kernel/money.ts'

/** The price of an order, and the value of one unit of fiat and of the asset. All above zero. */
export type Pricing = {
  fiat: Decimal
  /** USD per unit of the fiat currency. */
  fiatUsd: Decimal
  /** USD per whole unit of the asset. */
  unitPriceUsd: Decimal
  /** Decimals of the asset's base unit. */
  assetDecimals: number
}

const minDecimals = 2
const maxDecimals = 8

/**
 * The amount owed in the asset's base units, rounded up to a length a person can type: the fewest decimals (2 to 8)
 * whose last digit is worth at most the larger of $0.01 and 0.05 % of the order.
 */
export function assetAmount(pricing: Pricing): bigint {
  const decimals = Math.min(typableDecimals(pricing), pricing.assetDecimals)
  const { fiat, fiatUsd, unitPriceUsd, assetDecimals } = pricing
  const dividend =
    fiat.units * fiatUsd.units * 10n ** BigInt(unitPriceUsd.scale) * 10n ** BigInt(decimals)
  const divisor = unitPriceUsd.units * 10n ** BigInt(fiat.scale + fiatUsd.scale)
  return divideRoundingUp(dividend, divisor) * 10n ** BigInt(assetDecimals - decimals)
}

function typableDecimals({ fiat, fiatUsd, unitPriceUsd }: Pricing): number {
  for (let decimals = minDecimals; decimals < maxDecimals; decimals++) {
    if (isFineEnough(decimals, { fiat, fiatUsd, unitPriceUsd })) return decimals
  }
  return maxDecimals
}

/** Whether 10^-decimals of the asset is worth at most $0.01 or 0.05 % of the order, in whole numbers. */
function isFineEnough(
  decimals: number,
  { fiat, fiatUsd, unitPriceUsd }: Omit<Pricing, 'assetDecimals'>,
): boolean {
  const stepScale = unitPriceUsd.scale + decimals
  const withinCent = unitPriceUsd.units * 100n <= 10n ** BigInt(stepScale)
  const orderUnits = fiat.units * fiatUsd.units
  const orderScale = fiat.scale + fiatUsd.scale
  const withinShare =
    unitPriceUsd.units * 2000n * 10n ** BigInt(orderScale) <= orderUnits * 10n ** BigInt(stepScale)
  return withinCent || withinShare
}
