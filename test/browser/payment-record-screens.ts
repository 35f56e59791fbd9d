import { ok, rejected } from './dashboard-fixture.ts'
import { type Screen, signedIn, visit } from './dashboard-visits.ts'

const id = 'cs_01JD8Z3K5V7Q2N4M000000AB12'
const address = '0xA478f6b947F7a8555F85eE55fEf063f5E8E56B98'
const txHash = `0xd26a4158fc6e3a0ec6e021c8c7ee1728${'c36553f3c6054f0039bc5e46a2db5b34'}`
const at = (clock: string) => `2026-11-18T${clock}.000Z`

const terms = {
  chainId: 42161,
  chainName: 'Arbitrum One',
  asset: 'USDC',
  amount: '120',
  unitPriceUsd: '1',
  priceUntil: at('13:52:31'),
  expiresAt: at('13:52:31'),
  lateUntil: at('14:02:31'),
  confirmationsRequired: 3,
}

const event = (sequence: number, type: string, clock: string) => ({
  sequence,
  id: `evt_${sequence}`,
  type,
  createdAt: at(clock),
})

const delivery = (type: string, status: string, clock: string) => ({
  id: `del_${type}`,
  eventType: type,
  endpointId: 'we_1',
  status,
  endedAt: null,
  url: 'https://shop.northfield.example/hooks',
  createdAt: at(clock),
  attemptsMade: status === 'pending' ? 2 : 1,
  nextAttemptAt: status === 'pending' ? new Date(Date.now() + 3_600_000).toISOString() : null,
})

const transfer = {
  chainId: 42161,
  asset: 'USDC',
  amount: '118.5',
  blockNumber: '402118377',
  txHash,
  blockTime: at('13:49:02'),
  from: address,
  orphaned: false,
}

/** A payment of which too little arrived. */
export const underpaid = {
  id,
  mode: 'live',
  version: 7,
  status: 'underpaid',
  linkId: 'pl_01',
  address,
  why: [
    {
      code: 'underpaid_by',
      details: {
        missing: { amount: '1.5', asset: 'USDC' },
        asked: { amount: '120', asset: 'USDC' },
      },
    },
    { code: 'exchange_fee', details: {} },
    { code: 'window_closed', details: { at: { at: '2026-11-18T14:02:31.000Z' } } },
  ],
  fiat: { amount: '120.00', currency: 'USD' },
  terms,
  earlierTerms: [],
  received: { confirmed: '118.5', pending: '0', confirmations: 3 },
  createdAt: at('13:47:10'),
  updatedAt: at('13:50:06'),
  firstSeenAt: at('13:49:02'),
  vanishedAt: null,
  paidAt: null,
  closedAt: at('14:02:31'),
  txHash,
  failureReason: null,
  transfers: [transfer],
  movements: [],
  unlistedSearches: [],
  unmatchedDeposits: [
    {
      id: '8453:native',
      chainId: 8453,
      chainName: 'Base',
      asset: 'ETH',
      amount: '0.0004',
      reason: 'other_chain',
      seenAt: at('14:01:00'),
    },
  ],
  providerOrders: [],
  providerPayments: [],
  events: [event(1, 'session.detected', '13:49:04'), event(2, 'session.underpaid', '13:50:06')],
  customerEmail: 'ben.okafor@example.com',
  customerId: 'cus_01JD8Z3K5V7Q2N4M000000AB12',
  linkTitle: 'Annual subscription',
  metadata: { order: '10479', plan: 'annual-print', country: 'IE' },
  reference: '10479',
  provider: null,
  settlement: null,
  deliveries: [
    delivery('session.detected', 'succeeded', '13:49:05'),
    delivery('session.underpaid', 'pending', '13:50:07'),
  ],
  actions: [],
  sweeps: [],
  refunds: [],
  refundable: [
    { depositId: null, amount: '118.5', suggested: '118.5', asset: 'USDC', chainId: 42161 },
    {
      depositId: '8453:native',
      amount: '0.0004',
      suggested: '0.0004',
      asset: 'ETH',
      chainId: 8453,
    },
  ],
  canDismiss: true,
  acceptable: [
    { name: 'counted', amount: '118.5 USDC', dismissed: false },
    { name: '8453:native', amount: '0.0004 ETH', dismissed: false },
  ],
  explorers: [
    {
      chainId: 42161,
      name: 'Arbitrum One',
      transaction: 'https://arbiscan.example/tx/{hash}',
      address: 'https://arbiscan.example/address/{address}',
    },
    { chainId: 8453, name: 'Base', transaction: null, address: null },
  ],
}

/** Its customer has said where it goes. */
const aRefund = {
  id: 're_01KJMG2B7QX4V6T8S0R2P4N6M8',
  object: 'refund',
  status: 'ready',
  sessionId: id,
  depositId: '8453:native',
  amount: { base: '400000000000000', formatted: '0.0004', decimals: 18 },
  asset: 'ETH',
  chainId: 8453,
  provider: null,
  tokenAddress: null,
  reason: 'Sent by mistake',
  address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  addressGivenBy: 'customer',
  txHash: null,
  reference: null,
  claimExpiresAt: '2026-12-19T09:12:00.000Z',
  completedAt: null,
  livemode: true,
  createdAt: '2026-11-19T09:12:00.000Z',
  updatedAt: '2026-11-19T10:02:00.000Z',
}

/** A hosted provider gave back a part. */
const ofProvider = {
  ...aRefund,
  id: 're_01KJMG2B7QX4V6T8S0R2P4N6M9',
  status: 'reported',
  depositId: 'coingate:1042',
  amount: null,
  asset: 'USD',
  chainId: null,
  provider: 'coingate',
  reason: null,
  address: null,
  addressGivenBy: null,
  reference: '1042',
  claimExpiresAt: null,
  completedAt: '2026-11-19T10:02:00.000Z',
}

/** Accepted, swept, and partly refunded. */
export const accepted = {
  ...underpaid,
  settlement: { outcome: 'accepted', from: 'underpaid', at: at('14:20:44'), note: 'x' },
  version: 8,
  status: 'paid',
  paidAt: at('14:20:44'),
  acceptable: [],
  canDismiss: false,
  why: [
    {
      code: 'accepted',
      details: {
        status: { status: 'underpaid' },
        at: { at: '2026-11-18T14:20:44.000Z' },
        note: 'The exchange kept its fee',
      },
    },
  ],
  events: [...underpaid.events, event(3, 'session.paid', '14:20:44')],
  actions: [
    {
      id: 'aud_1',
      action: 'session.accept',
      by: 'jonas@northfield.example',
      note: 'The exchange kept its fee',
      outcome: 'underpaid → paid',
      createdAt: at('14:20:44'),
    },
  ],
  sweeps: [
    {
      id: 'sw_1',
      chainId: 42161,
      asset: 'USDC',
      amount: '118.5',
      status: 'final',
      txHash,
      at: '2026-11-19T02:00:10.000Z',
    },
  ],
  refunds: [aRefund, ofProvider],
  refundable: [],
}

const paymentPath = `/live/payments/${id}`

const shows = (payment: unknown) => ({ ...visit(signedIn), 'show-payment': ok(payment) })

const viewer = { ...signedIn, operator: { ...signedIn.operator, role: 'viewer' } }

const step = (name: string, of: string, state: string) => ({ name, of, state })

export const paymentRecordScreens: Readonly<Record<string, Screen>> = {
  payment: {
    path: paymentPath,
    replies: shows(underpaid),
    shows: [
      '$120.00',
      'Less arrived than was asked for',
      'Accept as paid',
      'annual-print',
      'Confirmed 3 of 3',
      'An exchange probably deducted its fee',
      'Accept: the payment counts as paid, and your shop is sent session.paid',
      'Resend',
      'The payment window closed at Nov 18, 2026',
    ],
  },
  'payment-accepted': {
    path: paymentPath,
    replies: shows(accepted),
    shows: ['Accepted a payment', 'swept to your payout wallet', 'Ready to send'],
  },
  'payment-pending': {
    path: paymentPath,
    replies: shows({
      ...underpaid,
      status: 'pending',
      transfers: [],
      events: [],
      deliveries: [],
      unmatchedDeposits: [],
      acceptable: [],
      canDismiss: false,
      closedAt: null,
      txHash: null,
      received: { confirmed: '0', pending: '0', confirmations: 0 },
      metadata: {},
      why: [
        {
          code: 'waits_for',
          details: {
            amount: { amount: '120', asset: 'USDC' },
            chain: 'Arbitrum One',
            until: { at: '2026-11-18T13:52:31.000Z' },
          },
        },
      ],
    }),
    shows: ['Waiting for the customer', 'Payment opened'],
  },
  'payment-checking': {
    path: paymentPath,
    replies: {
      ...shows(underpaid),
      'check-session-now': ok({ workId: 'wrk_1' }),
      'show-work': ok({
        id: 'wrk_1',
        operation: 'check-session-now',
        state: 'running',
        result: null,
        error: null,
        steps: [
          step('read-chain', 'Arbitrum One', 'done'),
          step('search-tokens', 'Base', 'running'),
        ],
      }),
    },
    shows: ['Read Arbitrum One', 'Search Base for other tokens'],
  },
  'payment-checked': {
    path: paymentPath,
    replies: {
      ...shows(underpaid),
      'check-session-now': ok({ workId: 'wrk_1' }),
      'show-work': ok({
        id: 'wrk_1',
        operation: 'check-session-now',
        state: 'done',
        result: underpaid,
        error: null,
        steps: ['Arbitrum One', 'Base', 'Ethereum'].map((of) => step('read-chain', of, 'done')),
      }),
    },
    clicks: ['Check payment'],
    shows: [
      'Arbitrum One: 118.50 USDC at this address.',
      'Base: 0.0004 ETH at this address.',
      'Ethereum: nothing at this address.',
      'Status: Underpaid.',
    ],
  },
  'payment-unchecked': {
    path: paymentPath,
    replies: {
      ...shows(underpaid),
      'check-session-now': rejected(504, 'timed_out', 'Base can’t be read right now.'),
    },
    clicks: ['Check payment'],
    shows: ['The check could not be completed'],
  },
  'payment-no-note': {
    path: paymentPath,
    replies: shows(underpaid),
    clicks: ['Accept as paid'],
    shows: ['Say why'],
  },
  'payment-viewer': {
    path: paymentPath,
    replies: { ...visit(viewer), 'show-payment': ok(underpaid) },
    shows: ['Accept as paid'],
  },
  'payment-refund': {
    path: paymentPath,
    replies: shows(underpaid),
    clicks: ['Refund'],
    shows: ['Leave it empty to get a link where the customer enters it.'],
  },
  'payment-refund-pay': {
    path: paymentPath,
    replies: {
      ...shows(accepted),
      'show-refund': ok({
        ...aRefund,
        chain: 'Base',
        paymentUri: `ethereum:${aRefund.address}@8453?value=400000000000000`,
      }),
    },
    clicks: ['Pay'],
    shows: ['Send 0.0004 ETH', 'Copy amount'],
  },
  'payment-refund-record': {
    path: paymentPath,
    replies: shows(accepted),
    clicks: ['Record', 'In another way'],
    shows: ['What your bank or exchange calls it'],
  },
  'payment-missing': {
    path: '/live/payments/cs_none',
    replies: {
      ...visit(signedIn),
      'show-payment': rejected(404, 'resource_not_found', 'There is no session cs_none.'),
    },
    shows: ['There is no such payment'],
  },
}
