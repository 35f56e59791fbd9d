import { expect, it } from 'vitest'
import { nameIn } from './name-in.ts'

it('a customer is found by the name that the metadata has', () => {
  expect(nameIn({ order: 1, name: 'Ana López' })).toBe('Ana López')
  expect(nameIn({ customerName: 'Ana' })).toBe('Ana')
  expect(nameIn({ customer_name: 'Ana' })).toBe('Ana')
  expect(nameIn({ filename: 'x', names: 'y' })).toBe('')
  expect(nameIn(null)).toBe('')
})
