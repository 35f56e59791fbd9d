import * as z from 'zod'
import { fiatAmount, fiatCurrency } from './fiat.ts'

export const orderAmount = z.lazy(() =>
  z
    .strictObject({
      value: fiatAmount.describe('A decimal number above 0 with at most 2 decimals.'),
      currency: fiatCurrency.describe('A code of ISO 4217 that this instance has a rate for.'),
    })
    .meta({ id: 'OrderAmount', examples: [{ value: '25.00', currency: 'USD' }] }),
)

/** A price in a fiat currency, as given by the caller. */
export const fiat = z.lazy(() =>
  z
    .object({
      amount: z.string().describe('As it was given.'),
      currency: z.string().describe('A code of ISO 4217.'),
    })
    .meta({ id: 'Fiat' }),
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
