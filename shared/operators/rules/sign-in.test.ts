import { describe, expect, it } from 'vitest'
import { confirmedUntil, isAlive, type SignIn, signInLimits } from './sign-in.ts'

const start = new Date('2026-03-01T12:00:00Z')
const later = (ms: number) => new Date(start.getTime() + ms)

const signIn: SignIn = {
  id: 'si_1',
  operatorId: 'op_1',
  secretHash: '',
  method: 'passkey',
  ...{ startedAt: start, createdAt: start, confirmedAt: start, lastSeenAt: start },
  expiresAt: later(signInLimits.absoluteMs),
  isReplaced: false,
  address: '192.0.2.1',
  userAgent: 'Browser',
}
const operator = { id: 'op_1', signInsSince: start }

describe('a sign-in', () => {
  it('ends after 12 hours', () => {
    expect(isAlive(signIn, operator, later(12 * 3_600_000 - 1))).toBe(true)
    expect(isAlive(signIn, operator, later(12 * 3_600_000))).toBe(false)
  })

  it('ends with all others of its operator', () => {
    expect(isAlive(signIn, { ...operator, signInsSince: later(1) }, later(2))).toBe(false)
  })

  it('is not that of another operator', () => {
    expect(isAlive(signIn, { ...operator, id: 'op_2' }, start)).toBe(false)
  })
})

describe('a confirmation', () => {
  const minutes = (count: number) => later(count * 60_000)

  it('lasts 10 minutes', () => {
    expect(confirmedUntil(signIn, later(10 * 60_000 - 1))).toEqual(minutes(10))
    expect(confirmedUntil(signIn, minutes(10))).toBeNull()
  })

  it('does not outlast 30 minutes without a request', () => {
    const idle = { ...signIn, confirmedAt: minutes(30), lastSeenAt: start }
    expect(confirmedUntil(idle, later(30 * 60_000 - 1))).toEqual(minutes(30))
    expect(confirmedUntil(idle, minutes(30))).toBeNull()
  })

  it('does not stay with a sign-in that was replaced', () => {
    expect(confirmedUntil({ ...signIn, isReplaced: true }, start)).toBeNull()
  })
})
