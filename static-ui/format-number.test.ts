import { expect, it } from 'vitest'
import { mainnets } from '../shared/chain/registry/mainnets.ts'
import { formatNumberIn, shortened, withCents } from './format-number.ts'

it.each([
  ['en', '1234.5', '1,234.5'],
  ['de', '1234.5', '1.234,5'],
  ['de', '-0.000000000000000001', '-0,000000000000000001'],
  ['en', '123456789012345678901234567890', '123,456,789,012,345,678,901,234,567,890'],
  ['en', '', undefined],
  ['en', '1e3', undefined],
  ['en', '–', undefined],
])('in %s, %j is read as %j', (locale, number, text) => {
  expect(formatNumberIn(locale, number)).toBe(text)
})

it.each([
  ['0.062618999999811', '0.062618999'],
  ['0.000000000000000001', '0.000000000000000001'],
  ['1.999999999999999999', '1.9999999'],
  ['12345678.9', '12345678'],
  ['104.182300000000000001', '104.1823'],
  ['118.50', '118.50'],
  ['1234567890123.5', '1234567890123'],
  ['-0.1234567890', '-0.12345678'],
  ['118.5', '118.5'],
  ['0', '0'],
  ['?', '?'],
])('in a list, %s is shown as %s', (number, short) => {
  expect(shortened(number)).toBe(short)
})

it.each([
  ['118.5', 'USDC', '118.50'],
  ['120', 'USDT', '120.00'],
  ['0.000001', 'EURC', '0.000001'],
  ['-1.5', 'PYUSD', '-1.50'],
  ['0.5', 'ETH', '0.5'],
  ['?', 'USDC', '?'],
  ['', 'USDC', ''],
])('%j %s has its cents: %j', (number, asset, text) => {
  expect(withCents(number, asset)).toBe(text)
})

it('every coin that stands for dollars has cents, and no network’s own coin', () => {
  const tokens = mainnets.flatMap((chain) => chain.tokens)
  const pegged = tokens.filter(({ usdPegged }) => usdPegged).map(({ symbol }) => symbol)
  expect(pegged).toContain('USDC')
  expect(pegged.filter((symbol) => withCents('1', symbol) !== '1.00')).toEqual([])
  const natives = mainnets.map(({ native }) => native.symbol)
  expect(natives.filter((symbol) => withCents('1', symbol) !== '1')).toEqual([])
})
