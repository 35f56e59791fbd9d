import { describe, expect, it } from 'vitest'
import { nextAccountCheckAt, nextQueryAt } from './provider-order.ts'

const now = new Date('2026-03-01T12:00:00Z')
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

describe('an open order', () => {
  it('is asked about after ten minutes, then ever more rarely, for a day', () => {
    const next = (minutes: number) => nextQueryAt(now, later(minutes))
    expect(next(0)).toEqual(later(10))
    expect(next(5)).toEqual(later(15))
    expect(next(30)).toEqual(later(60))
    expect(next(13 * 60)).toEqual(later(24 * 60))
    expect(next(24 * 60 - 1)).toEqual(later(24 * 60))
    expect(next(24 * 60)).toBeNull()
  })

  it('waits for its account for 30 days, looked at hourly', () => {
    const days = (count: number) => count * 24 * 60
    expect(nextAccountCheckAt(now, now)).toEqual(later(60))
    expect(nextAccountCheckAt(now, later(days(30) - 60))).toEqual(later(days(30)))
    expect(nextAccountCheckAt(now, later(days(30) - 59))).toBeNull()
  })
})
