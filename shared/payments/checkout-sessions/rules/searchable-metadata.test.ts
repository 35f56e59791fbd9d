import { expect, it } from 'vitest'
import { searchableValues } from './searchable-metadata.ts'

it('metadata is found by the values of its keys, whatever the case, spaces and composition', () => {
  const metadata = {
    order: ' É-1 ',
    shop: 'É-1',
    note: 'x',
    other: '7',
    empty: ' ',
    long: 'y'.repeat(501),
  }
  expect(searchableValues(metadata, ['order', 'shop', 'other', 'empty', 'long'])).toEqual([
    ...['é-1', '7'],
  ])
  expect(searchableValues({ long: 'y'.repeat(500) }, ['long'])).toHaveLength(1)
  expect(searchableValues(null, ['order'])).toEqual([])
})
