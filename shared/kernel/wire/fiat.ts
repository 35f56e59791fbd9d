import * as z from 'zod'
import { currencies } from '../currencies.ts'
import { parseDecimal } from '../money.ts'
import { fieldErrors } from './field-problem.ts'
import { failsWith } from './primitives.ts'

export const fiatSentences = {
  no_fiat_amount: 'must be a decimal string with at most 12 digits and 2 decimals, such as "25.00"',
  no_price: 'must be above 0',
  no_currency_code: 'must be an ISO 4217 code of 3 capital letters, such as USD',
  no_currency: 'must be a currency code of ISO 4217',
} as const

const fiatError = fieldErrors(fiatSentences)

/** Decimal text above zero, echoed as given. */
export const fiatAmount = z.lazy(() =>
  z
    .string()
    .regex(/^\d{1,12}(\.\d{1,2})?$/, {
      error: fiatError('no_fiat_amount'),
      abort: true,
    })
    .refine((text) => parseDecimal(text, 2)?.units !== 0n, { error: fiatError('no_price') })
    // Without look-ahead, which the regular expressions of some generators lack.
    .meta({ not: { pattern: '^0+(\\.0+)?$' }, examples: ['25.00'] }),
)

export const fiatCurrency = z.lazy(() =>
  z
    .string()
    .regex(/^[A-Z]{3}$/, {
      error: fiatError('no_currency_code'),
      abort: true,
    })
    .refine((code) => currencies.has(code), {
      error: fiatError('no_currency'),
      ...failsWith('unsupported_currency'),
    })
    .meta({ pattern: `^(?:${[...currencies].join('|')})$`, examples: ['USD'] }),
)
