import { expect, test } from 'vitest'
import {
  differenceOf,
  formatCountdown,
  formatDuration,
  formatFiat,
  formatNumber,
} from './format.ts'

test.each([
  [0, '0:00'],
  [9, '0:09'],
  [272, '4:32'],
  [3600, '1:00:00'],
  [4000, '1:06:40'],
])('%d seconds read %s', (seconds, text) => {
  expect(formatCountdown(seconds)).toBe(text)
})

test.each([
  [{ amount: '120.00', currency: 'USD' }, '12000'],
  [{ amount: '120', currency: 'USD' }, '12000'],
  [{ amount: '1234567890123.45', currency: 'EUR' }, '123456789012345'],
  [{ amount: '500', currency: 'JPY' }, '500'],
  [{ amount: '500.5', currency: 'JPY' }, '5005'],
])('%o keeps every digit in every locale', (fiat, digits) => {
  expect(formatFiat(fiat).replace(/\D/g, '')).toBe(digits)
})

test('a text that is not a number is shown unchanged', () => {
  expect(formatFiat({ amount: 'soon', currency: 'USD' })).toBe('soon USD')
})

test('a difference is exact, and never below zero', () => {
  const amount = { base: '48000000000000000', decimals: 18 }
  expect(differenceOf(amount, { base: '40000000000000001' })).toEqual({
    base: '7999999999999999',
    formatted: '0.007999999999999999',
  })
  expect(differenceOf({ base: '1' }, { base: '2', decimals: 6 }).formatted).toBe('0')
})

test.each([
  ['0.007999999999999999', 'ETH', '0.007999999999999999'],
  ['1234567.5', 'ETH', '1,234,567.5'],
  ['1234567.5', 'USDC', '1,234,567.50'],
  ['soon', 'USDC', 'soon'],
])('%s %s reads %s, with every digit', (amount, asset, text) => {
  expect(formatNumber(amount, asset)).toBe(text)
})

test.each([
  [1, '1 second'],
  [20, '20 seconds'],
  [150, '3 minutes'],
])('%d seconds last %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})
