import { expect, test } from 'vitest'
import { addressGroups, formatCountdown, formatDifference, formatFiat } from './format.ts'

const address = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

test('the groups of an address are the whole address', () => {
  const groups = addressGroups(address)
  expect(groups).toHaveLength(10)
  expect(`0x${groups.join('')}`).toBe(address)
})

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
  expect(formatDifference('48000000000000000', '40000000000000001', 18)).toBe(
    '0.007999999999999999',
  )
  expect(formatDifference('1', '2', 6)).toBe('0')
})
