import { describe, expect, it } from 'vitest'
import { aSession, later } from '../../../../test/factories.ts'
import { acceptSession, dismissSession, statusWhenClosed } from './settle-session.ts'

describe('the operator of a closed session', () => {
  const decided = { now: later(50), note: 'Cash' }
  const closed = aSession({ status: 'underpaid', closedAt: later(20) })
  const settlement = (outcome: string) => ({
    outcome,
    from: 'underpaid',
    at: later(50),
    note: 'Cash',
  })

  it('accepts its money, once', () => {
    const accepted = acceptSession(closed, decided)
    expect(accepted).toMatchObject({
      event: 'session.paid',
      session: { settlement: settlement('accepted') },
    })
    expect(accepted?.session.status).toBe('paid')
    expect(accepted && acceptSession(accepted.session, decided)).toBeUndefined()
    expect(acceptSession({ ...closed, closedAt: null }, decided)).toBeUndefined()
    expect(accepted && statusWhenClosed(accepted.session)).toBe('underpaid')
  })

  it('dismisses it, unless it was decided before', () => {
    const dismissed = dismissSession(closed, decided)
    expect(dismissed).toEqual({ ...closed, settlement: settlement('dismissed') })
    expect(dismissed && dismissSession(dismissed, { ...decided, note: 'x' })).toBe(dismissed)
    expect(dismissSession({ ...closed, closedAt: null }, decided)).toBeUndefined()
    expect(dismissed && statusWhenClosed({ ...dismissed, status: 'expired' })).toBe('expired')
    expect(statusWhenClosed(closed)).toBe('underpaid')
  })
})
