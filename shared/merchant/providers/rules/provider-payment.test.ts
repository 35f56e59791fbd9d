import { describe, expect, it } from 'vitest'
import { paymentAdvice } from './payment-advice.ts'
import {
  isAcceptable,
  isUndecided,
  type ProviderPayment,
  paymentName,
  paymentReasons,
  reasonUnmoved,
} from './provider-payment.ts'

const now = new Date('2026-03-01T12:00:00Z')

const payment = (changes: Partial<ProviderPayment> = {}): ProviderPayment => ({
  mode: 'live',
  sessionId: 'cs_1',
  provider: 'moonpay',
  paymentId: 'p1',
  orderId: 'po_1',
  version: 1,
  paid: null,
  isCounted: false,
  reason: 'partial',
  seenAt: now,
  acceptedAt: null,
  dismissedAt: null,
  refundId: null,
  ...changes,
})

describe('a payment', () => {
  it('is undecided until it is accepted or dismissed, if there is a reason', () => {
    const decided = [{}, { reason: null }, { acceptedAt: now }, { dismissedAt: now }]
    expect(decided.map((changes) => isUndecided(payment(changes)))).toEqual([
      ...[true, false, false, false],
    ])
  })

  it('may be accepted, even once dismissed, unless the merchant doesn’t have it or it counts', () => {
    const acceptable = paymentReasons.filter((reason) => isAcceptable(payment({ reason })))
    expect(paymentReasons.filter((reason) => !acceptable.includes(reason))).toEqual([
      ...['wrong_wallet', 'refunded', 'partly_refunded', 'not_delivered'],
    ])
    const others = [
      ...[{ reason: null }, { acceptedAt: now }, { isCounted: true }, { dismissedAt: now }],
    ]
    expect(others.map((changes) => isAcceptable(payment(changes)))).toEqual([
      ...[false, false, false, true],
    ])
  })

  it('changes nothing in a session that ended, for a reason that its operator reads', () => {
    const statuses = ['paid', 'paid_late', 'overpaid', 'failed', 'expired', 'underpaid'] as const
    expect(statuses.map((status) => reasonUnmoved({ status }))).toEqual([
      ...['already_paid', 'already_paid', 'already_paid', 'already_failed', 'too_late', 'too_late'],
    ])
  })

  it('has advice of its own for each reason, but where the same helps', () => {
    const texts: string[] = Object.values(paymentAdvice)
    expect(texts.every((text) => /^[A-Z].{20,}\.$/.test(text))).toBe(true)
    expect(new Set(texts).size).toBe(texts.length - 1)
  })

  it('is named by its provider', () => {
    expect(paymentName(payment())).toBe('moonpay:p1')
  })
})
