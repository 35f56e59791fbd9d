import { describe, expect, it } from 'vitest'
import { dueToTell, isStopped, mostWrongCodes, type WrongCodes, withCode } from './wrong-codes.ts'

const now = new Date('2026-03-01T12:00:00Z')
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

const of = { operatorId: 'op_1', browser: 'b', pair: 'p' }
const count = (changes: Partial<WrongCodes> = {}): WrongCodes => ({
  ...of,
  failures: 3,
  lastAt: now,
  told: 0,
  toldAt: null,
  ...changes,
})

describe('wrong codes', () => {
  it('are counted in a row, and from the start with another password or app', () => {
    expect(withCode(undefined, of, now)).toEqual(count({ failures: 1 }))
    expect(withCode(count({ told: 2, toldAt: now }), of, later(1))).toEqual(
      count({ failures: 4, lastAt: later(1), told: 2, toldAt: now }),
    )
    const other = { ...of, pair: 'q' }
    expect(withCode(count({ told: 2, toldAt: now }), other, later(1))).toEqual(
      count({ ...other, failures: 1, lastAt: later(1), told: 0, toldAt: now }),
    )
  })

  it('stop the app after twenty, for that password and app', () => {
    expect(mostWrongCodes).toBe(20)
    expect(isStopped(count({ failures: 19 }), 'p')).toBe(false)
    expect(isStopped(count({ failures: 20 }), 'p')).toBe(true)
    expect(isStopped(count({ failures: 20 }), 'q')).toBe(false)
    expect(isStopped(undefined, 'p')).toBe(false)
  })

  it('are reported once no right one has followed for five minutes', () => {
    const one = count()
    expect(dueToTell([one], later(4.9))).toEqual([])
    expect(dueToTell([one], later(5))).toEqual([one])
    expect(dueToTell([count({ told: 3 })], later(99))).toEqual([])
    expect(dueToTell([], now)).toEqual([])
  })

  it('are reported at most once an hour, whichever browser they came from', () => {
    const known = count({ told: 3, toldAt: now })
    const fresh = count({ browser: 'other' })
    expect(dueToTell([known, fresh], later(59))).toEqual([])
    expect(dueToTell([known, fresh], later(60))).toEqual([fresh])
  })
})
