import { describe, expect, it } from 'vitest'
import { isAlive, isInWizard, type SignIn, signInLimits } from './sign-in.ts'

const start = new Date('2026-03-01T12:00:00Z')
const later = (ms: number) => new Date(start.getTime() + ms)

const signIn: SignIn = {
  id: 'si_1',
  operatorId: 'op_1',
  secretHash: '',
  method: 'passkey',
  startedAt: start,
  createdAt: start,
  lastSeenAt: start,
  expiresAt: later(signInLimits.absoluteMs),
  isReplaced: false,
  address: '192.0.2.1',
  userAgent: 'Browser',
  browser: 'browser',
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

describe('the first-run wizard', () => {
  const claim = { ...signIn, method: 'claim' } as const

  it('is open for 60 minutes in the browser that claimed the instance', () => {
    expect(isInWizard(claim, later(60 * 60_000 - 1))).toBe(true)
    expect(isInWizard(claim, later(60 * 60_000))).toBe(false)
    expect(isInWizard(signIn, start)).toBe(false)
  })

  it('is not open to a secret that was replaced', () => {
    expect(isInWizard({ ...claim, isReplaced: true }, start)).toBe(false)
  })
})
