import { describe, expect, it } from 'vitest'
import { sizeOf, unitsByPartition, writeUnits } from '../../bench/cost/write-units.ts'

const text = (bytes: number) => ({ S: 'x'.repeat(bytes) })
const item = { pk: text(10), sk: text(10), status: text(100) }
const listed = { ...item, listPk: text(10), listSk: text(10) }
const due = { ...listed, duePk: text(10), dueSk: text(10) }

describe('a write costs', () => {
  it('a unit for each started kB of the larger item, even if it changes nothing', () => {
    expect(writeUnits({ before: undefined, after: item })).toBe(1)
    expect(writeUnits({ before: item, after: item })).toBe(1)
    expect(writeUnits({ before: undefined, after: undefined })).toBe(1)
    expect(writeUnits({ before: { ...item, data: text(2000) }, after: item })).toBe(3)
  })

  it('twice that in a transaction, but not for its indexes', () => {
    expect(writeUnits({ before: undefined, after: listed }, { inTransaction: true })).toBe(3)
  })

  it('a unit for each index that gets, loses or changes a row', () => {
    expect(writeUnits({ before: undefined, after: due })).toBe(3)
    expect(writeUnits({ before: due, after: listed })).toBe(3)
    expect(writeUnits({ before: due, after: due })).toBe(1)
  })

  it('two for an index whose key changes', () => {
    const later = { ...item, duePk: text(10), dueSk: text(11) }
    const sooner = { ...item, duePk: text(10), dueSk: text(10) }
    expect(writeUnits({ before: sooner, after: later })).toBe(3)
  })

  it('each of them in the partition of its row', () => {
    const moved = { ...item, duePk: { S: 'new' }, dueSk: text(10) }
    const before = { ...moved, duePk: { S: 'old' } }
    const units = 1
    expect(unitsByPartition({ before, after: moved })).toEqual([
      { index: 'table', key: 'x'.repeat(10), units },
      { index: 'due', key: 'old', units },
      { index: 'due', key: 'new', units },
    ])
    expect(unitsByPartition({ before, after: item })).toContainEqual({
      index: 'due',
      key: 'old',
      units,
    })
  })
})

it('the size of an item is that of its names and values', () => {
  expect(sizeOf({ pk: { S: 'é' } })).toBe(4)
  expect(sizeOf({ n: { N: '12345' } })).toBe(5)
  expect(sizeOf({ m: { M: { ab: { BOOL: true } } } })).toBe(1 + 3 + 1 + 2 + 1)
  expect(sizeOf({ l: { L: [{ S: 'abc' }] } })).toBe(1 + 3 + 1 + 3)
})
