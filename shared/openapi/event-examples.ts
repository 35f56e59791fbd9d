import { eventExample } from '../merchant/events/wire/event-example.ts'
import { refundExample } from '../money/refunds/wire/refund-example.ts'
import type { EventType } from '../records/outbox/rules/event.ts'

const given = {
  address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  addressGivenBy: 'customer',
} as const

const paid = {
  txHash: '0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060',
} as const

const completed = { completedAt: '2026-03-02T09:30:00.000Z' } as const

/** Each type as the API reference has it, with what the session of its example has that differs from the paid one. */
const descriptions = {
  'session.detected': {
    summary: 'A session became detected',
    session: {
      status: 'detected',
      paidAt: null,
      confirmations: 1,
      sequence: 1,
      amountReceived: { base: '0', formatted: '0' },
      amountPending: { base: '10000000000000000', formatted: '0.01' },
    },
  },
  'session.paid': { summary: 'A session became paid', session: {} },
  'session.paid_late': {
    summary: 'A session became paid_late',
    session: { status: 'paid_late', paidAt: '2026-03-01T12:09:12.840Z', sequence: 3 },
  },
  'session.expired': {
    summary: 'A session became expired',
    session: {
      status: 'expired',
      paidAt: null,
      txHash: null,
      confirmations: 0,
      sequence: 1,
      amountReceived: { base: '0', formatted: '0' },
    },
  },
  'session.underpaid': {
    summary: 'A session became underpaid',
    session: {
      status: 'underpaid',
      paidAt: null,
      amountReceived: { base: '8000000000000000', formatted: '0.008' },
    },
  },
  'session.overpaid': {
    summary: 'A session became overpaid',
    session: {
      status: 'overpaid',
      amountReceived: { base: '12000000000000000', formatted: '0.012' },
    },
  },
  'session.failed': {
    summary: 'A session became failed. Sent only to endpoints that name this type',
    session: {
      status: 'failed',
      paidAt: null,
      confirmations: 0,
      amountReceived: { base: '0', formatted: '0' },
      failureReason: 'transfers_vanished',
    },
  },
  'session.unmatched_deposit': {
    summary:
      'Money arrived at a session’s address and did not count. Sent only to endpoints that name this type',
    session: {
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
  },
  'refund.created': {
    summary: 'A refund was promised. Sent only to endpoints that name this type',
    session: { refund: refundExample },
  },
  'refund.ready': {
    summary:
      'A refund has its address, so it can be sent; or a reorg removed its transfer, so it waits again. Sent only to endpoints that name this type',
    session: { refund: { ...refundExample, ...given, status: 'ready' } },
  },
  'refund.sent': {
    summary:
      'The transfer of a refund was seen on the chain. Sent only to endpoints that name this type',
    session: { refund: { ...refundExample, ...given, ...paid, status: 'sent' } },
  },
  'refund.confirmed': {
    summary: 'The transfer of a refund is confirmed. Sent only to endpoints that name this type',
    session: { refund: { ...refundExample, ...given, ...paid, ...completed, status: 'confirmed' } },
  },
  'refund.reported': {
    summary:
      'An operator said that a refund was sent, and no chain proves it. Sent only to endpoints that name this type',
    session: {
      refund: { ...refundExample, ...completed, status: 'reported', reference: 'SEPA 4711' },
    },
  },
  'refund.canceled': {
    summary: 'A refund was canceled. Sent only to endpoints that name this type',
    session: { refund: { ...refundExample, status: 'canceled' } },
  },
} as const satisfies Record<EventType, { summary: string; session: object }>

export const eventSummaryOf = (type: EventType): string => descriptions[type].summary

/** An event of a type as a webhook delivers it. */
export function eventExampleOf(type: EventType) {
  return { ...eventExample, type, data: { ...eventExample.data, ...descriptions[type].session } }
}
