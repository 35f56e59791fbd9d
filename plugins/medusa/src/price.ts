import type { BigNumberInput } from '@medusajs/framework/types'
import { MathBN, MedusaError } from '@medusajs/framework/utils'

/** What the API accepts. */
const maxDecimals = 2

export type Price = { value: string; currency: string }

/**
 * Returns an amount of Medusa, in the main unit of its currency, as the API has it. Totals with taxes may have more decimals than
 * the currency: they are rounded as Medusa rounds what it captures. Throws if the API can't express the amount.
 */
export function priceOf(amount: BigNumberInput, currencyCode: string): Price {
  const currency = currencyCode.toUpperCase()
  const rounded = MathBN.convert(amount, decimalsOf(currency))
  if ((rounded.decimalPlaces() ?? 0) <= maxDecimals) return { value: rounded.toFixed(), currency }
  throw new MedusaError(
    MedusaError.Types.INVALID_DATA,
    `${rounded.toFixed()} ${currency} can't be paid with Quittance: amounts have at most ${maxDecimals} decimals.`,
  )
}

function decimalsOf(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.resolvedOptions().maximumFractionDigits ?? maxDecimals
}
