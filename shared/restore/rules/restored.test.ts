import { describe, expect, it } from 'vitest'
import { aSession, later } from '../../../test/factories.ts'
import type { CheckoutSession } from '../../checkout-sessions/rules/checkout-session.ts'
import { closedSession } from './closed-session.ts'
import { mayHaveBeenPaid } from './may-have-been-paid.ts'
import { worksWhileStopped } from './works-while-stopped.ts'

it('a session that stands for a lost one is over, over nothing, and has its address', () => {
  const asset = { symbol: 'USDC', tokenAddress: '0xt', decimals: 6 }
  const session = closedSession(
    { index: 712, address: '0xa', chainId: 8453, asset },
    { id: 'cs_1', mode: 'live', createdAt: later(0), closedAt: later(9) },
  )
  expect(session).toMatchObject({
    ...{ id: 'cs_1', mode: 'live', status: 'expired', address: '0xa', derivationIndex: 712 },
    ...{ createdAt: later(0), updatedAt: later(0), closedAt: later(9), paidAt: null },
    ...{ expiresAt: later(0), lateUntil: later(0), fiat: { amount: '0.00', currency: 'USD' } },
    lock: {
      ...{ chainId: 8453, asset: 'USDC', tokenAddress: '0xt', decimals: 6, amountBase: 0n },
      expiresAt: later(0),
    },
    received: { seenBase: 0n, confirmedBase: 0n, confirmations: 0 },
    ...{ metadata: { restored: 'address 712' }, settlement: null, provider: null, otherTerms: [] },
  })
})

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

it('while intake is stopped, money moves, access ends, and nothing else is changed', () => {
  const works = (name: string, table?: 'read' | 'write') =>
    worksWhileStopped({ name, touches: table ? { table } : {} })
  const kept = [
    ...['cancel-payout-wallet', 'check-session-now', 'request-sweep', 'abandon-sweep'],
    ...['sweep-unlisted', 'test-networks', 'revoke-api-key', 'revoke-invitation'],
    ...['remove-operator', 'end-sign-in', 'begin-proof', 'stop-factor'],
    ...['disable-webhook-endpoint', 'replay-delivery', 'recover-deliveries', 'redrive-deliveries'],
    ...['start-export', 'delete-export'],
  ]
  expect(kept.filter((name) => !works(name, 'write'))).toEqual([])
  const changes = ['set-payout-wallet', 'create-api-key', 'change-settings', 'dismiss-session']
  expect(changes.filter((name) => works(name, 'write'))).toEqual([])
  expect([works('list-payments', 'read'), works('show-gas')]).toEqual([true, true])
})
