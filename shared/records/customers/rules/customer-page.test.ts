import { describe, expect, it } from 'vitest'
import { customerPlaces, placeAfter, type RecentCustomer } from './customer-page.ts'

const places = (rows: RecentCustomer[], listed: number, { page = 1, limit = 2 } = {}) =>
  customerPlaces(
    { numbers: { given: listed, listed, changedAt: new Date(0) }, rows },
    { start: (page - 1) * limit, limit },
  )

const row = (id: string, number: number | null = null) => ({ id, number })

describe('a page of customers', () => {
  it('has those without a number first, the newest first, then by number', () => {
    const rows = [row('a'), row('x', 11), row('c'), row('b'), row('y', 12), row('z', 10)]
    expect(places(rows, 10, { page: 1, limit: 10 })).toEqual({
      total: 15,
      recentIds: ['c', 'b', 'a', 'y', 'x'],
      numbered: { first: 10, last: 6 },
    })
  })

  it('continues with numbers where the recent ones end', () => {
    const rows = [row('a'), row('b'), row('c')]
    expect(places(rows, 4, { page: 1 })).toEqual({
      total: 7,
      recentIds: ['c', 'b'],
      numbered: undefined,
    })
    expect(places(rows, 4, { page: 2 })).toEqual({
      total: 7,
      recentIds: ['a'],
      numbered: { first: 4, last: 4 },
    })
    expect(places(rows, 4, { page: 3 })).toEqual({
      total: 7,
      recentIds: [],
      numbered: { first: 3, last: 2 },
    })
    expect(places(rows, 4, { page: 4 })).toEqual({
      total: 7,
      recentIds: [],
      numbered: { first: 1, last: 1 },
    })
    expect(places(rows, 4, { page: 5 })).toEqual({ total: 7, recentIds: [], numbered: undefined })
  })

  it('of nobody is empty', () => {
    expect(places([], 0, { page: 1 })).toEqual({ total: 0, recentIds: [], numbered: undefined })
    expect(places([], 1, { page: 1 })).toEqual({
      total: 1,
      recentIds: [],
      numbered: { first: 1, last: 1 },
    })
  })
})

it('after a customer begins behind them, wherever they are', () => {
  const rows = [row('a'), row('b'), row('x', 5), row('y', 4)]
  const known = { numbers: { given: 5, listed: 4, changedAt: new Date(0) }, rows }
  const after = (id: string, number: number | null = null) => placeAfter(known, { id, number })
  expect(['b', 'a', 'x'].map((id) => after(id))).toEqual([1, 2, 3])
  expect([after('y', 4), after('z', 1), after('nobody')]).toEqual([4, 7, undefined])
})
