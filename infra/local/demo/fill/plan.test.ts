import { expect, test } from 'vitest'
import { randomFraction } from '../../../../shared/kernel/ids.ts'
import { seededBytes } from '../../../../test/seeded-bytes.ts'
import { planDays } from './plan.ts'

const now = new Date('2026-03-31T12:34:56Z')
const bytes = seededBytes('month')
const random = () => randomFraction(bytes)
const scenes = planDays({ now, days: 30, products: 6, customers: 20, random })

test('a month has scenes on every day until an hour ago, in their order', () => {
  const times = scenes.map(({ at }) => at.getTime())
  expect(times).toEqual(times.toSorted((one, other) => one - other))
  expect(Math.max(...times)).toBeLessThanOrEqual(now.getTime() - 3_600_000)
  const days = new Set(scenes.map(({ at }) => at.toISOString().slice(0, 10)))
  expect(days.size).toBeGreaterThanOrEqual(30)
  expect([...days][0]).toBe('2026-03-01')
})

test('everything that can happen to a payment happens', () => {
  const happened = new Set(scenes.flatMap(({ sessions }) => sessions.map((s) => s.behavior)))
  expect([...happened].toSorted()).toEqual(
    ['leaves', 'overpays', 'pays', 'paysLate', 'underpays', 'vanishes'].toSorted(),
  )
  const orders = scenes.flatMap(({ sessions }) => sessions.map(({ orderId }) => orderId))
  expect(new Set(orders).size).toBe(orders.length)
  const reorged = scenes.filter(({ sessions }) => sessions.some((s) => s.behavior === 'vanishes'))
  expect(reorged.map(({ sessions }) => sessions.length)).toEqual([1])
})
