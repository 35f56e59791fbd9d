import { expect, it } from 'vitest'
import { costSoFar, unitCosts } from './cost-so-far.ts'
import { emptyDay } from './day-statistics.ts'

const day = (name: string, counts: Partial<ReturnType<typeof emptyDay>['counts']>) => {
  const empty = emptyDay(name, new Date(0))
  return { ...empty, counts: { ...empty.counts, ...counts } }
}

const half = new Date('2026-11-16T00:00:00.000Z')

it('is half an idle month in the middle of a month without sessions', () => {
  expect(costSoFar([], half)).toEqual({
    from: '2026-11-01',
    paid: 0,
    abandoned: 0,
    paidUsd: 0,
    abandonedUsd: 0,
    idleUsd: unitCosts.idleMonth / 2,
    totalUsd: unitCosts.idleMonth / 2,
  })
})

it('adds the sessions of this month, by whether they were paid', () => {
  const days = [
    day('2026-10-31', { created: 9_999, paid: 9_999 }),
    day('2026-11-01', { created: 2_000, paid: 500, paidLate: 10, expired: 1_400 }),
    // The same days of the other mode.
    day('2026-11-01', { created: 100, overpaid: 5, underpaid: 1 }),
  ]
  const { paid, abandoned, paidUsd, abandonedUsd, idleUsd, totalUsd } = costSoFar(days, half)
  expect({ paid, abandoned }).toEqual({ paid: 515, abandoned: 1_585 })
  expect(paidUsd).toBeCloseTo(515 * unitCosts.paid, 9)
  expect(abandonedUsd).toBeCloseTo(1_585 * unitCosts.abandoned, 9)
  expect(totalUsd).toBeCloseTo(paidUsd + abandonedUsd + idleUsd, 9)
})

it('counts no session twice that was created last month and paid in this one', () => {
  const { paid, abandoned } = costSoFar([day('2026-11-01', { created: 1, paid: 3 })], half)
  expect({ paid, abandoned }).toEqual({ paid: 3, abandoned: 0 })
})
