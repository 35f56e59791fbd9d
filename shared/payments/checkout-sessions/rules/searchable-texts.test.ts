import { expect, it } from 'vitest'
import { searchableTexts } from './searchable-texts.ts'

it('a session is found by the number of its order, and by the keys that the owner named', () => {
  const metadata = { orderId: 10483, shop: 'Lisbon', note: 'x' }
  expect(searchableTexts(metadata, [])).toEqual(['10483'])
  expect(searchableTexts(metadata, ['shop', 'other'])).toEqual(['10483', 'Lisbon'])
  expect(searchableTexts(null, ['shop'])).toEqual([''])
})
