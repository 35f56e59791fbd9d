import { presentExplainedSession } from '../../shared/admin/payments/wire/explained-session.ts'
import type { ShownPayment } from '../../shared/admin/payments/wire/shown-payment.ts'
import { refundExample } from '../../shared/money/refunds/wire/refund-example.ts'
import { aSession } from '../factories.ts'
import { ok, rejected, signedIn } from './dashboard-fixture.ts'
import { type Screen, visit } from './dashboard-visits.ts'

const address = '0xA478f6b947F7a8555F85eE55fEf063f5E8E56B98'
const txHash = `0x${'d26a4158'.repeat(8)}`
const at = (clock: string) => `2026-11-18T${clock}.000Z`
const moment = (clock: string) => new Date(at(clock))

const session = aSession({
  id: 'cs_01JD8Z3K5V7Q2N4M000000AB12',
  mode: 'live',
  linkId: 'pl_01',
  address,
  fiat: { amount: '120.00', currency: 'USD' },
  lock: {
    chainId: 42161,
    asset: 'USDC',
    tokenAddress: null,
    decimals: 6,
    amountBase: 120_000_000n,
    unitPriceUsd: '1',
    expiresAt: moment('13:52:31'),
  },
  createdAt: moment('13:47:10'),
  updatedAt: moment('13:50:06'),
  expiresAt: moment('13:52:31'),
  lateUntil: moment('14:02:31'),
})

const noRecords = {
  transfers: [],
  movements: [],
  deposits: [],
  searches: [],
  events: [],
  orders: [],
  payments: [],
}

const waitsFor = {
  amount: { amount: '120', asset: 'USDC' },
  chain: 'Arbitrum One',
  until: { at: at('13:52:31') },
}

/** Nothing has happened to it. */
const pending: ShownPayment = {
  ...presentExplainedSession(
    session,
    { ...noRecords, why: [{ code: 'waits_for', details: waitsFor }] },
    { chainName: () => 'Arbitrum One', asset: () => ({ symbol: 'USDC', decimals: 6 }) },
  ),
  version: 7,
  provider: null,
  settlement: null,
  metadata: {},
  reference: '10479',
  customerEmail: 'ben.okafor@example.com',
  customerId: 'cus_01JD8Z3K5V7Q2N4M000000AB12',
  linkTitle: 'Annual subscription',
  deliveries: [],
  actions: [],
  sweeps: [],
  refunds: [],
  refundable: [],
  acceptable: [],
  canDismiss: false,
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

const event = (sequence: number, type: ShownPayment['events'][number]['type'], clock: string) => ({
  sequence,
  id: `evt_${sequence}`,
  type,
  createdAt: at(clock),
})

const delivered: ShownPayment['deliveries'][number] = {
  id: 'del_session.detected',
  eventType: 'session.detected',
  status: 'succeeded',
  endpointId: 'we_1',
  url: 'https://shop.northfield.example/hooks',
  attemptsMade: 1,
  nextAttemptAt: null,
  endedAt: null,
  createdAt: at('13:49:05'),
}

const retried: ShownPayment['deliveries'][number] = {
  ...delivered,
  id: 'del_session.underpaid',
  eventType: 'session.underpaid',
  status: 'pending',
  attemptsMade: 2,
  createdAt: at('13:50:07'),
  nextAttemptAt: new Date(Date.now() + 3_600_000).toISOString(),
}

const onBase = { chainId: 8453, asset: 'ETH', amount: '0.0004' }

/** Too little arrived, and something on another chain. */
export const underpaid: ShownPayment = {
  ...pending,
  status: 'underpaid',
  why: [
    {
      code: 'underpaid_by',
      details: { missing: { amount: '1.5', asset: 'USDC' }, asked: waitsFor.amount },
    },
    { code: 'exchange_fee', details: {} },
    { code: 'window_closed', details: { at: { at: at('14:02:31') } } },
  ],
  received: { confirmed: '118.5', pending: '0', confirmations: 3 },
  firstSeenAt: at('13:49:02'),
  closedAt: at('14:02:31'),
  txHash,
  metadata: { order: '10479', plan: 'annual-print', country: 'IE' },
  transfers: [
    {
      ...{ chainId: 42161, asset: 'USDC', amount: '118.5', blockNumber: '402118377' },
      txHash,
      blockTime: at('13:49:02'),
      from: address,
      orphaned: false,
    },
  ],
  unmatchedDeposits: [
    {
      ...onBase,
      id: '8453:native',
      chainName: 'Base',
      reason: 'other_chain',
      seenAt: at('14:01:00'),
    },
  ],
  events: [event(1, 'session.detected', '13:49:04'), event(2, 'session.underpaid', '13:50:06')],
  deliveries: [delivered, retried],
  refundable: [
    { depositId: null, amount: '118.5', suggested: '118.5', asset: 'USDC', chainId: 42161 },
    { ...onBase, depositId: '8453:native', suggested: '0.0004' },
  ],
  canDismiss: true,
  acceptable: [
    { name: 'counted', amount: '118.5 USDC', dismissed: false },
    { name: '8453:native', amount: '0.0004 ETH', dismissed: false },
  ],
}

/** Its customer has said where it goes. */
const aRefund: ShownPayment['refunds'][number] = {
  ...refundExample,
  sessionId: underpaid.id,
  status: 'ready',
  depositId: '8453:native',
  amount: { base: '400000000000000', formatted: '0.0004', decimals: 18 },
  chainId: 8453,
  reason: 'Sent by mistake',
  claimExpiresAt: '2026-12-19T09:12:00.000Z',
  address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  addressGivenBy: 'customer',
}

/** A hosted provider gave back a part. */
const ofProvider: ShownPayment['refunds'][number] = {
  ...refundExample,
  id: 're_2',
  sessionId: underpaid.id,
  depositId: 'coingate:1042',
  status: 'reported',
  provider: 'coingate',
  amount: null,
  asset: 'USD',
  chainId: null,
  reason: null,
  reference: '1042',
  claimExpiresAt: null,
  completedAt: '2026-11-19T10:02:00.000Z',
}

const note = 'The exchange kept its fee'

/** Accepted, swept, and partly refunded. */
export const accepted: ShownPayment = {
  ...underpaid,
  settlement: { outcome: 'accepted', from: 'underpaid', at: at('14:20:44'), note: 'x' },
  version: 8,
  status: 'paid',
  paidAt: at('14:20:44'),
  acceptable: [],
  canDismiss: false,
  refundable: [],
  why: [
    {
      code: 'accepted',
      details: { status: { status: 'underpaid' }, at: { at: at('14:20:44') }, note },
    },
  ],
  events: [...underpaid.events, event(3, 'session.paid', '14:20:44')],
  actions: [
    {
      id: 'aud_1',
      action: 'session.accept',
      by: 'jonas@northfield.example',
      note,
      outcome: 'underpaid → paid',
      createdAt: at('14:20:44'),
    },
  ],
  sweeps: [
    {
      ...{ id: 'sw_1', chainId: 42161, asset: 'USDC', amount: '118.5', status: 'final', txHash },
      at: '2026-11-19T02:00:10.000Z',
    },
  ],
  refunds: [aRefund, ofProvider],
}

const pageOf = (payment: ShownPayment) => ({
  path: `/live/payments/${payment.id}`,
  replies: { 'show-payment': ok(payment) },
})
const underpaidPage = pageOf(underpaid)
const acceptedPage = pageOf(accepted)

const viewer = { ...signedIn, operator: { ...signedIn.operator, role: 'viewer' } }

const step = (name: string, of: string, state: string) => ({ name, of, state })

const checking = {
  id: 'wrk_1',
  operation: 'check-session-now',
  error: null,
  state: 'running',
  result: null,
  steps: [step('read-chain', 'Arbitrum One', 'done'), step('search-tokens', 'Base', 'running')],
}

const checked = {
  ...checking,
  state: 'done',
  result: underpaid,
  steps: ['Arbitrum One', 'Base', 'Ethereum'].map((of) => step('read-chain', of, 'done')),
}

export const paymentRecordScreens = {
  payment: {
    ...underpaidPage,
    shows: [
      ...['$120.00', 'Less arrived than was asked for', 'annual-print', 'Confirmed 3 of 3'],
      ...['An exchange probably deducted its fee', 'Accept as paid', 'Resend'],
      'Accept: the payment counts as paid, and your shop is sent session.paid',
      'The payment window closed at Nov 18, 2026',
    ],
  },
  'payment-accepted': {
    ...acceptedPage,
    shows: ['Accepted a payment', 'swept to your payout wallet', 'Ready to send'],
  },
  'payment-pending': { ...pageOf(pending), shows: ['Waiting for the customer', 'Payment opened'] },
  'payment-checking': {
    path: underpaidPage.path,
    replies: { ...underpaidPage.replies, 'show-work': ok(checking) },
    shows: ['Read Arbitrum One', 'Search Base for other tokens'],
  },
  'payment-checked': {
    path: underpaidPage.path,
    replies: {
      ...underpaidPage.replies,
      'check-session-now': ok({ workId: 'wrk_1' }),
      'show-work': ok(checked),
    },
    clicks: ['Check payment'],
    shows: [
      ...['Arbitrum One: 118.50 USDC at this address.', 'Base: 0.0004 ETH at this address.'],
      ...['Ethereum: nothing at this address.', 'Status: Underpaid.'],
    ],
  },
  'payment-unchecked': {
    path: underpaidPage.path,
    replies: {
      ...underpaidPage.replies,
      'check-session-now': rejected(504, 'timed_out', 'Base can’t be read right now.'),
    },
    clicks: ['Check payment'],
    shows: ['The check could not be completed'],
  },
  'payment-viewer': {
    path: underpaidPage.path,
    replies: { ...underpaidPage.replies, ...visit(viewer) },
    shows: ['Accept as paid'],
  },
  'payment-refund': {
    ...underpaidPage,
    clicks: ['Refund'],
    shows: ['Leave it empty to get a link where the customer enters it.'],
  },
  'payment-refund-pay': {
    path: underpaidPage.path,
    replies: {
      ...acceptedPage.replies,
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
    ...acceptedPage,
    clicks: ['Record', 'In another way'],
    shows: ['What your bank or exchange calls it'],
  },
  'payment-missing': {
    path: '/live/payments/cs_none',
    replies: {
      'show-payment': rejected(404, 'resource_not_found', 'There is no session cs_none.'),
    },
    shows: ['There is no such payment'],
  },
} satisfies Readonly<Record<string, Screen>>
