import { describe, expect, it } from 'vitest'
import { aSession, later } from '../../../../test/factories.ts'
import type { CheckoutSession } from '../../../payments/checkout-sessions/rules/checkout-session.ts'
import { mayHaveBeenPaid } from './may-have-been-paid.ts'

describe('a session may have been paid after the backup', () => {
  const may = (changes: Partial<CheckoutSession>) =>
    mayHaveBeenPaid(aSession({ lateUntil: later(900), ...changes }), later(900))

  it.each<[string, Partial<CheckoutSession>, boolean]>([
    ['if it is still open', { closedAt: null, lateUntil: later(100) }, true],
    ['if its window was open then', { status: 'expired', closedAt: later(900) }, true],
    [
      'not if its window was over',
      { status: 'expired', closedAt: later(899), lateUntil: later(899) },
      false,
    ],
    ['not if it is paid', { status: 'paid', closedAt: null }, false],
    ['not if it was paid late', { status: 'paid_late', closedAt: later(900) }, false],
  ])('%s', (_, changes, expected) => {
    expect(may(changes)).toBe(expected)
  })
})
