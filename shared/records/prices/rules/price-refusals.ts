import { refusing } from '../../../kernel/refusals.ts'

export const priceRefusals = {
  no_exchange_rate: {
    code: 'unsupported_currency',
    text: '{param} {currency} has no exchange rate here. Use one of {currencies}.',
  },
} as const

export const refusePrice = refusing(priceRefusals)
