import { MathBN } from '@medusajs/framework/utils'
import { expect, it } from 'vitest'
import { priceOf } from './price.ts'

it.each([
  [24.99, 'eur', '24.99'],
  ['0.1', 'usd', '0.1'],
  [1200, 'jpy', '1200'],
  [12, 'kwd', '12'],
  ['12.340', 'kwd', '12.34'],
  ['999999999999.99', 'usd', '999999999999.99'],
])('has %s %s as %s', (amount, currency, value) => {
  expect(priceOf(amount, currency)).toEqual({ value, currency: currency.toUpperCase() })
})

it('rounds a total with taxes to the decimals of the currency, as Medusa does', () => {
  expect(priceOf(MathBN.convert('12.4875'), 'eur').value).toBe('12.49')
  expect(priceOf({ value: '1234.5', precision: 20 }, 'jpy').value).toBe('1235')
})

it('refuses what the API cannot express', () => {
  expect(() => priceOf('12.345', 'kwd')).toThrow(
    "12.345 KWD can't be paid with Quittance: amounts have at most 2 decimals.",
  )
})
