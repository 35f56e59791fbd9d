import { describe, expect, it } from 'vitest'
import { announcement, gasLevel, unpaidNow } from './gas-level.ts'

it.each([
  ['has enough', { leftBase: 10n, unpaidBase: 0n, expectedBase: 10n }, null],
  ['is low before anything waits', { leftBase: 9n, unpaidBase: 0n, expectedBase: 10n }, 'low'],
  [
    'is low if what waited can be paid now',
    { leftBase: 5n, unpaidBase: 5n, expectedBase: 1n },
    'low',
  ],
  ['is empty if something waits', { leftBase: 5n, unpaidBase: 6n, expectedBase: 0n }, 'empty'],
] as const)('a gas wallet %s', (_, balance, level) => {
  expect(gasLevel(balance)).toBe(level)
})

describe('a level', () => {
  const day = (hours: number) => new Date(Date.UTC(2026, 2, 1, hours))
  const checked = (announced: object, level: 'low' | 'empty' | null, hours: number) =>
    announcement(announced, level, day(hours))

  it('is announced once a day', () => {
    const first = checked({}, 'low', 1)
    expect(first.isDue).toBe(true)
    expect(checked(first.announced, 'low', 23).isDue).toBe(false)
    expect(checked(first.announced, 'low', 25).isDue).toBe(true)
  })

  it('is announced beside another one, each once', () => {
    const low = checked({}, 'low', 1)
    const empty = checked(low.announced, 'empty', 2)
    expect(empty.isDue).toBe(true)
    expect(checked(empty.announced, 'low', 3).isDue).toBe(false)
    expect(checked(empty.announced, 'empty', 4).isDue).toBe(false)
  })

  it('is forgotten once there is enough', () => {
    const filled = checked(checked({}, 'empty', 1).announced, null, 2)
    expect(filled).toEqual({ isDue: false, announced: {} })
    expect(checked({ low: '2026-03-01', addedLater: 1 }, null, 2).announced).toEqual({
      addedLater: 1,
    })
    expect(checked(filled.announced, 'empty', 3).isDue).toBe(true)
  })
})

it('what could not be paid still waits in runs that don’t try it again, for hours', () => {
  const at = (hours: number) => new Date(Date.UTC(2026, 2, 1) + hours * 3_600_000)
  const unpaid = unpaidNow(null, 7n, at(0))
  expect(unpaid).toEqual({ base: 7n, at: at(0) })
  expect(unpaidNow(unpaid, 0n, at(6))).toBe(unpaid)
  expect(unpaidNow(unpaid, 3n, at(6))).toEqual({ base: 3n, at: at(6) })
  expect(unpaidNow(unpaid, 0n, at(6.5))).toBeNull()
  expect(unpaidNow(null, 0n, at(0))).toBeNull()
})
