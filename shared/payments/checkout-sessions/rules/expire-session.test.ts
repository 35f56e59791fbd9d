import { expect, it } from 'vitest'
import { aSession, later } from '../../../../test/factories.ts'
import { expireSession } from './expire-session.ts'
import { isProvablyExpired, lastDeadline, windowEnd } from './session-terms.ts'

const nothing = { totalBase: 0n, onTimeBase: 0n, inWindowBase: 0n }
const unseen = { seen: nothing }
const some = { seen: { ...nothing, totalBase: 1n } }

const own = aSession()
const terms = (expires: number, late: number) => ({
  lock: { ...own.lock, chainId: 10, expiresAt: later(expires) },
  expiresAt: later(expires),
  lateUntil: later(late),
  confirmationsRequired: 9,
})

it('ends all terms and the time for a provider now, each with its own grace', () => {
  const provider = {
    name: 'moonpay',
    expiresAt: later(3600),
    paymentId: null,
    isLeft: false,
  } as const
  const session = aSession({ otherTerms: [terms(20, 50), terms(250, 850)], provider })
  const decided = expireSession(session, unseen, later(30))
  expect(decided).toEqual({
    changed: true,
    events: ['session.expired'],
    session: {
      ...session,
      status: 'expired',
      sequence: session.sequence + 1,
      updatedAt: later(30),
      lock: { ...session.lock, expiresAt: later(30) },
      expiresAt: later(30),
      lateUntil: later(630),
      otherTerms: [terms(20, 50), terms(30, 630)],
      provider: { ...provider, expiresAt: later(30) },
    },
  })
  const expired = decided?.session ?? session
  expect([lastDeadline(expired), windowEnd(expired)]).toEqual([later(30), later(630)])
  expect(isProvablyExpired(expired)).toBe(false)
  expect(isProvablyExpired({ ...session, status: 'expired', updatedAt: later(3601) })).toBe(true)
  expect(isProvablyExpired({ ...session, updatedAt: later(3601) })).toBe(false)
})

it('is left to the chain if money was seen, and once its time is over', () => {
  expect(expireSession(own, some, later(30))).toBeUndefined()
  expect(expireSession({ ...own, firstSeenAt: later(1) }, unseen, later(30))).toBeUndefined()
  expect(expireSession(own, unseen, later(300))).toBeDefined()
  expect(expireSession(own, unseen, later(301))).toBeUndefined()
})

it.each(['detected', 'paid', 'underpaid', 'overpaid', 'expired', 'paid_late', 'failed'] as const)(
  'does nothing to a session that is %s',
  (status) => {
    expect(expireSession({ ...own, status }, unseen, later(30))).toBeUndefined()
  },
)
