import { expect, it } from 'vitest'
import { headOf, lineOf, widened, withKeys } from './export-line.ts'

it('each key of metadata gets a column, in the order of the alphabet within a row', () => {
  expect(withKeys(['order'], { shop: 'a', order: 'b', cart: 1 })).toEqual(['order', 'cart', 'shop'])
  const columns = ['order']
  expect(withKeys(columns, { order: 'b' })).toBe(columns)
})

it('the first 200 keys only, whoever names them', () => {
  const keys = (count: number) => Array.from({ length: count }, (_, index) => `k${index + 100}`)
  const values = Object.fromEntries(keys(201).map((key) => [key, 1]))
  expect(withKeys([], values)).toEqual(keys(200))
  const full = keys(200)
  expect(withKeys(full, { other: 1 })).toBe(full)
  expect(withKeys(keys(199), { x: 1, y: 2 })).toHaveLength(200)
})

it('what has no column is before the others, as JSON', () => {
  const row = { cells: ['a', 1], metadata: { order: 'x', late: 2, left: 'y,z' } }
  expect(lineOf(row, ['order', 'cart'])).toEqual({
    text: 'a,1,"{""late"":2,""left"":""y,z""}",x,',
    width: 2,
  })
  expect(lineOf({ ...row, metadata: { order: 'x' } }, ['order'])).toEqual({
    text: 'a,1,,x',
    width: 1,
  })
  expect(headOf(['id', 'amount'], ['order'])).toBe('id,amount,otherMetadata,metadata.order')
})

it('earlier lines get empty cells for the columns that came later', () => {
  expect(widened({ text: 'a,b', width: 1 }, 3)).toBe('a,b,,')
  expect(widened({ text: 'a,b', width: 3 }, 3)).toBe('a,b')
})
