import * as z from 'zod'
import { fiatAmount, fiatCurrency } from './fiat.ts'

/** The amount that a caller wants to be paid. */
export const orderAmount = z.lazy(() =>
  z.strictObject({ value: fiatAmount, currency: fiatCurrency }).meta({ id: 'OrderAmount' }),
)

/** A price in a fiat currency, as given by the caller. */
export const fiat = z.lazy(() =>
  z.object({ amount: z.string(), currency: z.string() }).meta({ id: 'Fiat' }),
)

/** An amount of a coin or token. */
export const amount = z.lazy(() =>
  z
    .object({
      base: z.string().describe('In the smallest unit of the asset.'),
      formatted: z.string().describe('As a decimal number of the asset.'),
      decimals: z.int().describe('Decimal places of the asset.'),
    })
    .meta({ id: 'Amount' }),
)
