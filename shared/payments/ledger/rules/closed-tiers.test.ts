import { describe, expect, it } from 'vitest'
import {
  bucketsOf,
  closedTierNames,
  isRoundDue,
  isUnsettled,
  lastScanAt,
  overdueSeconds,
  retryClosedAt,
  roundAfter,
} from './closed-tiers.ts'

const now = new Date('2026-03-01T12:20:00.000Z')
const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const hours = 60
const days = 24 * hours

describe('a round over closed addresses', () => {
  it('takes each hour of the last 90 days in one of the two tiers', () => {
    expect(closedTierNames.map((tier) => bucketsOf(tier, now))).toEqual([
      { from: '2026-02-28T12', to: '2026-03-01T12' },
      { from: '2025-12-01T12', to: '2026-02-28T11' },
    ])
    expect(lastScanAt(now)).toEqual(minutesLater(90 * days))
  })

  it('comes back after 10 minutes, or after a day', () => {
    const next = { startedAt: now, cursor: null }
    expect(roundAfter('recent', now)).toEqual({ ...next, dueAt: minutesLater(10) })
    expect(roundAfter('older', now)).toEqual({ ...next, dueAt: minutesLater(days) })
  })

  it('is due at its time, half a minute early, and while it lasts', () => {
    const round = { ...roundAfter('recent', now), dueAt: now }
    expect(isRoundDue(undefined, now)).toBe(true)
    expect(isRoundDue(round, minutesLater(-0.5))).toBe(true)
    expect(isRoundDue(round, new Date(minutesLater(-0.5).getTime() - 1))).toBe(false)
    expect(isRoundDue({ ...round, cursor: 'cs_1' }, minutesLater(-5))).toBe(true)
  })

  it.each([
    ['recent', 10, 0],
    ['older', 6 * hours, days],
  ] as const)('of the %s tier is overdue after %d more minutes', (tier, minutes, fromAge) => {
    const at = minutesLater(minutes + 1)
    const since = minutesLater(-fromAge)
    const earlier = minutesLater(-2 * days)
    expect(overdueSeconds(tier, { dueAt: now, since: earlier, now: at })).toBe(60)
    expect(overdueSeconds(tier, { dueAt: earlier, since, now: at })).toBe(60)
    expect(overdueSeconds(tier, { dueAt: now, since, now: minutesLater(minutes) })).toBe(0)
    expect(overdueSeconds(tier, { dueAt: now, since, now })).toBe(0)
  })
})

it.each([
  [1, 10],
  [2, 20],
  [8, 1280],
  [9, days],
])('an address that failed %d times is scanned again after %d minutes', (failures, minutes) => {
  expect(retryClosedAt(failures, now)).toEqual(minutesLater(minutes - 0.5))
})

it('blocks behind a closed session may be replaced for 70 minutes', () => {
  expect(isUnsettled(now, minutesLater(69))).toBe(true)
  expect(isUnsettled(now, minutesLater(70))).toBe(false)
})
