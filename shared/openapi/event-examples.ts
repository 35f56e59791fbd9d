import { eventExample } from '../merchant/events/wire/event-example.ts'
import type { EventType } from '../records/outbox/rules/event.ts'

/** What the session of an event's example has that differs from the paid one. */
const sessions = {
  'session.detected': {
    status: 'detected',
    paidAt: null,
    confirmations: 1,
    sequence: 1,
    amountReceived: { base: '0', formatted: '0' },
    amountPending: { base: '10000000000000000', formatted: '0.01' },
  },
  'session.paid': {},
  'session.paid_late': { status: 'paid_late', paidAt: '2026-03-01T12:09:12.840Z', sequence: 3 },
  'session.expired': {
    status: 'expired',
    paidAt: null,
    txHash: null,
    confirmations: 0,
    sequence: 1,
    amountReceived: { base: '0', formatted: '0' },
  },
  'session.underpaid': {
    status: 'underpaid',
    paidAt: null,
    amountReceived: { base: '8000000000000000', formatted: '0.008' },
  },
  'session.overpaid': {
    status: 'overpaid',
    amountReceived: { base: '12000000000000000', formatted: '0.012' },
  },
  'session.failed': {
    status: 'failed',
    paidAt: null,
    confirmations: 0,
    amountReceived: { base: '0', formatted: '0' },
    failureReason: 'transfers_vanished',
  },
  'session.unmatched_deposit': {
    sequence: 3,
    deposit: {
      id: 'ud_1_0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
      chainId: 1,
      asset: 'USDC',
      tokenAddress: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      amount: { base: '25000000', formatted: '25', decimals: 6 },
      reason: 'other_asset',
      seenAt: '2026-03-01T12:03:20.000Z',
    },
  },
} as const satisfies Record<EventType, object>

/** An event of a type as a webhook delivers it. */
export function eventExampleOf(type: EventType) {
  return { ...eventExample, type, data: { ...eventExample.data, ...sessions[type] } }
}
