import { expect, it } from 'vitest'
import { boundsOf, isRange, rangeOf } from './date-range.ts'

const now = new Date(2026, 2, 31, 15, 30)

/** Bounds as days of this device, the whole last day included. */
function daysOf(value: string): string {
  const { createdAfter, createdBefore } = boundsOf(value, now)
  const end = createdBefore ? new Date(createdBefore) : now
  expect(createdBefore === undefined || end.getMilliseconds() === 999).toBe(true)
  return createdAfter ? rangeOf(new Date(createdAfter), end) : 'any'
}

it('counts whole days back, today included', () => {
  expect(daysOf('today')).toBe('2026-03-31..2026-03-31')
  expect(daysOf('7d')).toBe('2026-03-25..2026-03-31')
  expect(daysOf('30d')).toBe('2026-03-02..2026-03-31')
})

it('knows this month and the one before, also at the end of a longer one', () => {
  expect(daysOf('month')).toBe('2026-03-01..2026-03-31')
  expect(daysOf('last-month')).toBe('2026-02-01..2026-02-28')
})

it('reads two days, and ignores whatever else an address says', () => {
  expect(daysOf('2026-01-05..2026-02-06')).toBe('2026-01-05..2026-02-06')
  for (const value of ['', 'ever', '2026-01-05', '2026-01-05..', '0..1', '<script>']) {
    expect(isRange(value)).toBe(false)
    expect(daysOf(value)).toBe('any')
  }
})
