import { expect, it } from 'vitest'
import { blockPast, nextTry, wakeTime } from './wake-time.ts'

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
  [250, 5],
  [2000, 5],
  [12_000, 24],
])('expects a block past a deadline after two of %d ms, and not before five seconds', (ms, s) => {
  expect(blockPast(at(0), { blockTimeMs: ms })).toEqual(at(s))
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
