import { expect, it } from 'vitest'
import { blockPast, confirmsQuickly, expiryPast, nextTry, wakeTime } from './wake-time.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000)

it.each([
  [0, 0],
  [0.001, 1],
  [0.999, 1],
  [1, 1],
])('wakes at the end of the second: %d → %d', (time, wake) => {
  expect(wakeTime(at(time))).toBe(at(wake).toISOString())
})

it.each([
  [250, 20, 5.25],
  [2000, 1, 5],
  [12_000, 3, 48],
])('with blocks of %d ms, expects one with %d confirmations after %d s', (ms, confirmations, s) => {
  expect(blockPast(at(0), { blockTimeMs: ms, confirmations })).toEqual(at(s))
})

it.each([
  {
    block: 'a confirmed block if that takes less than a minute',
    confirmations: 3,
    isQuick: true,
    s: 48,
  },
  { block: 'the newest block if it takes longer', confirmations: 64, isQuick: false, s: 24 },
])('decides about expiry by $block', ({ confirmations, isQuick, s }) => {
  const pace = { blockTimeMs: 12_000, confirmations }
  expect(confirmsQuickly(pace)).toBe(isQuick)
  expect(expiryPast(at(0), pace)).toEqual(at(s))
})

it.each([
  ['before it is due', -60, 2],
  ['when it is due', 0, 2],
  ['a minute later', 60, 15],
  ['a day later', 86_400, 3600],
])('tries again %s', (_, overdue, wait) => {
  const next = nextTry(at(overdue), { due: at(0), shortestMs: 2000 })
  expect(next).toEqual(at(overdue + wait))
})
