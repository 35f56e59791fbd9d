import { expect, it } from 'vitest'
import { isInPriceRange } from './price-range.ts'

it.each([
  ['10.00', { minPrice: '10' }, true],
  ['9.99', { minPrice: '10' }, false],
  ['10', { maxPrice: '10.00' }, true],
  ['10.01', { maxPrice: '10' }, false],
  ['100', { minPrice: '20', maxPrice: '99.5' }, false],
  ['9', { minPrice: '10', maxPrice: '90' }, false],
  ['123456789012.34', { minPrice: '123456789012.34' }, true],
  ['5', {}, true],
  ['five', {}, false],
  ['5', { minPrice: 'one' }, false],
  ['5', { maxPrice: 'ten' }, false],
])('a price of %s in %j: %j', (price, range, expected) => {
  expect(isInPriceRange(price, range)).toBe(expected)
})
