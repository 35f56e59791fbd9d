import { expect, it } from 'vitest'
import { fiatUnits, sumOf } from './fiat-units.ts'

it('amounts have any number of decimals, and nothing else is one', () => {
  expect(fiatUnits('1.5')).toBe(15n * 10n ** 17n)
  expect(fiatUnits('2')).toBe(2n * 10n ** 18n)
  expect(['', '1e3', '-1', '1,5'].map(fiatUnits)).toEqual(Array(4).fill(undefined))
  expect(sumOf(['1.50', '2', '0.005'])).toBe('3.505')
  expect(sumOf([])).toBe('0')
  expect(sumOf(['1', 'one'])).toBeUndefined()
})
