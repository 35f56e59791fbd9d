import { describe, expect, it } from 'vitest'
import { fiatUnits, sumOf } from './fiat-units.ts'
import { nextAccountCheckAt, nextQueryAt } from './provider-order.ts'
import {
  isAcceptable,
  isUndecided,
  type ProviderPayment,
  paymentAdvice,
  paymentName,
  paymentReasons,
  reasonUnmoved,
} from './provider-payment.ts'

const now = new Date('2026-03-01T12:00:00Z')
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

const payment = (changes: Partial<ProviderPayment> = {}): ProviderPayment => ({
  ...{ mode: 'live', sessionId: 'cs_1', provider: 'moonpay', paymentId: 'p1', orderId: 'po_1' },
  ...{ version: 1, paid: null, isCounted: false, reason: 'partial', seenAt: now },
  ...{ acceptedAt: null, dismissedAt: null },
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
      ...['wrong_wallet', 'refunded', 'not_delivered'],
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
    const texts = paymentReasons.map(paymentAdvice)
    expect(texts.every((text) => /^[A-Z].{20,}\.$/.test(text))).toBe(true)
    expect(new Set(texts).size).toBe(paymentReasons.length - 1)
  })

  it('is named by its provider', () => {
    expect(paymentName(payment())).toBe('moonpay:p1')
  })
})

describe('an open order', () => {
  it('is asked about after ten minutes, then ever more rarely, for a day', () => {
    const next = (minutes: number) => nextQueryAt(now, later(minutes))
    expect(next(0)).toEqual(later(10))
    expect(next(5)).toEqual(later(15))
    expect(next(30)).toEqual(later(60))
    expect(next(13 * 60)).toEqual(later(24 * 60))
    expect(next(24 * 60 - 1)).toEqual(later(24 * 60))
    expect(next(24 * 60)).toBeNull()
  })

  it('waits for its account for 30 days, looked at hourly', () => {
    const days = (count: number) => count * 24 * 60
    expect(nextAccountCheckAt(now, now)).toEqual(later(60))
    expect(nextAccountCheckAt(now, later(days(30) - 60))).toEqual(later(days(30)))
    expect(nextAccountCheckAt(now, later(days(30) - 59))).toBeNull()
  })
})

it('amounts have any number of decimals, and nothing else is one', () => {
  expect(fiatUnits('1.5')).toBe(15n * 10n ** 17n)
  expect(fiatUnits('2')).toBe(2n * 10n ** 18n)
  expect(['', '1e3', '-1', '1,5'].map(fiatUnits)).toEqual(Array(4).fill(undefined))
  expect(sumOf(['1.50', '2', '0.005'])).toBe('3.505')
  expect(sumOf([])).toBe('0')
  expect(sumOf(['1', 'one'])).toBeUndefined()
})
