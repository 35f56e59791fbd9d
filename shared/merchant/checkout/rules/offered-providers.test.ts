import { expect, it } from 'vitest'
import { aSession, later } from '../../../../test/factories.ts'
import type { CheckoutSession } from '../../../payments/checkout-sessions/rules/checkout-session.ts'
import { mayUseProviders, methodsOf } from './offered-providers.ts'

const ofLink = (changes: Partial<CheckoutSession> = {}) => aSession({ linkId: 'pl_1', ...changes })

it.each<[string, Partial<CheckoutSession>, boolean]>([
  ['of a link', {}, true],
  ['that a back end created', { linkId: null }, false],
  ['in another currency', { fiat: { amount: '25.00', currency: 'EUR' } }, false],
  ['that a payment was seen for', { firstSeenAt: later(1) }, false],
  ['that expired', { status: 'expired' }, false],
  ['whose deadline is over', { expiresAt: later(99) }, false],
  ['at its deadline', { expiresAt: later(100) }, true],
])('a session %s may be paid through providers: %s', (_, changes, expected) => {
  expect(mayUseProviders(ofLink(changes), later(100))).toBe(expected)
})

it('the ways to pay are coins, and what the operator enabled, in the merchant’s order', () => {
  const of = (session: CheckoutSession) =>
    methodsOf(session, { order: ['transak'], enabled: ['moonpay', 'transak'], now: later(100) })
  expect(of(ofLink())).toEqual(['transak', 'coins', 'moonpay'])
  expect(of(ofLink({ linkId: null }))).toEqual(['coins'])
})
