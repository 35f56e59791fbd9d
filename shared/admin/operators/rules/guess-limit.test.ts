import { describe, expect, it } from 'vitest'
import {
  freeGuesses,
  type Guesses,
  guessesForgottenAt,
  pausedUntil,
  withGuess,
} from './guess-limit.ts'

const start = new Date('2026-03-01T12:00:00Z')
const at = (minutes: number) => new Date(start.getTime() + minutes * 60_000)

function failed(times: number, free: number = freeGuesses.account): Guesses | undefined {
  let guesses: Guesses | undefined
  for (let time = 0; time < times; time++) guesses = withGuess(guesses, free, start)
  return guesses
}

function pauseMinutes(failures: number): number {
  const until = pausedUntil({ failures, since: start, lastAt: start }, freeGuesses.account, start)
  return until ? (until.getTime() - start.getTime()) / 60_000 : 0
}

describe('the limit of guesses', () => {
  it('is 10 for an account and 50 for an address', () => {
    for (const free of [10, 50]) {
      const before = failed(free - 1, free)
      const last = failed(free, free)
      expect(before && pausedUntil(before, free, start)).toBeUndefined()
      expect(last && pausedUntil(last, free, start)).toEqual(at(1))
    }
    expect(freeGuesses).toEqual({ account: 10, address: 50 })
  })

  it('grows to a pause of 15 minutes, and never to a lock', () => {
    expect([9, 10, 11, 12, 13, 14, 15, 1000].map(pauseMinutes)).toEqual([0, 1, 2, 4, 8, 15, 15, 15])
  })

  it('lets a guess be checked once its pause is over, and is forgotten after a day', () => {
    const ten = { failures: 10, since: start, lastAt: start }
    const paused = (minutes: number) => pausedUntil(ten, 10, at(minutes))
    expect([paused(0.99), paused(1)]).toEqual([at(1), undefined])
    expect(guessesForgottenAt(ten)).toEqual(at(24 * 60))
  })

  it('starts again after 15 minutes if it was not reached', () => {
    const nine = failed(9)
    expect(withGuess(nine, 10, at(14.99)).failures).toBe(10)
    expect(withGuess(nine, 10, at(15))).toEqual({ failures: 1, since: at(15), lastAt: at(15) })
  })

  it('starts again only a day after the last failure once it was reached', () => {
    const ten = failed(10)
    expect(withGuess(ten, 10, at(60)).failures).toBe(11)
    expect(withGuess(ten, 10, at(24 * 60)).failures).toBe(1)
  })
})
