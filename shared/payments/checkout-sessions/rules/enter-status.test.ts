import { expect, it } from 'vitest'
import { aSession, later } from '../../../../test/factories.ts'
import { type CheckoutSession, isFulfillable, sessionStatuses } from './checkout-session.ts'
import { enterStatus } from './enter-status.ts'
import { nextStatus, sessionTriggers } from './session-transitions.ts'

const session = aSession({ status: 'failed', sequence: 2, failureReason: 'transfers_vanished' })

it.each([
  ['pending', { sequence: 2, paidAt: null, failureReason: null }],
  ['detected', { sequence: 3, paidAt: null, failureReason: null }],
  ['failed', { sequence: 3, paidAt: null, failureReason: 'transfers_vanished' }],
  ['paid_late', { sequence: 3, paidAt: later(10), failureReason: null }],
] as const)('a session that enters %s counts its event, if it has one', (status, changes) => {
  const updatedAt = later(10)
  expect(enterStatus(session, status, later(10))).toEqual({
    ...session,
    ...changes,
    status,
    updatedAt,
  })
})

type Step = { trigger: string; session: CheckoutSession }

/** Everything that can become of a session, each with the trigger of its first step. */
function outcomesOf(session: CheckoutSession): Step[] {
  return sessionTriggers.flatMap((trigger) => {
    const status = nextStatus(session.status, trigger)
    if (!status) return []
    const entered = enterStatus(session, status, later(10))
    return [entered, ...outcomesOf(entered).map((each) => each.session)].map((each) => ({
      trigger,
      session: each,
    }))
  })
}

it.each(sessionStatuses)(
  'a payment of a restored %s session is not numbered below what the lost time reported of it, unless a provider’s',
  (status) => {
    const outcomes = outcomesOf({ ...session, status })
    const unpaid = outcomes.filter(({ session: { status } }) => !isFulfillable(status))
    const highest = Math.max(0, ...unpaid.map(({ session: { sequence } }) => sequence))
    const low = outcomes.filter(
      ({ session: { status, sequence } }) => isFulfillable(status) && sequence < highest,
    )
    const expected = status === 'pending' ? ['providerConfirmed'] : []
    expect(low.map(({ trigger }) => trigger)).toEqual(expected)
  },
)
