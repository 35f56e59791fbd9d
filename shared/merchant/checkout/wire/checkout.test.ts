import { describe, expect, test } from 'vitest'
import { aSession, createdAt, later, someSettings } from '../../../../test/factories.ts'
import type { CheckoutSession } from '../../../payments/checkout-sessions/rules/checkout-session.ts'
import { merchantOf } from '../../../records/settings/rules/merchant.ts'
import { checkoutView, presentCheckoutView, reportTransactionBody } from './checkout.ts'

const offered = [
  {
    chainId: 31337,
    chainName: 'Local test chain',
    asset: 'ETH',
    amount: '0.01',
    confirmedInSeconds: 60,
  },
]
const merchant = merchantOf(someSettings({ businessName: 'Ana’s Books' }))
const chain = {
  name: 'Local test chain',
  blockTimeMs: 2000,
  network: { symbol: 'ETH', decimals: 18, explorerUrl: 'https://x' },
  transactionUrl: (hash: string) => `https://x/tx/${hash}`,
  addressUrl: (address: string) => `https://x/address/${address}`,
}
const context = {
  link: null,
  merchant,
  chain,
  offered,
  providers: [],
  settings: someSettings(),
  now: later(28),
}

test('a session as its page sees it', () => {
  const session = aSession({
    status: 'detected',
    version: 4,
    firstSeenAt: later(20),
    received: { seenBase: 1_000_000n, confirmedBase: 0n, confirmations: 1 },
    txHash: '0x01',
    successUrl: 'https://shop.example/thanks',
  })
  const link = { slug: 'k7m2p9x4qd', title: 'Subscription', description: null, active: true }
  const view = presentCheckoutView(session, { ...context, link })
  expect(checkoutView.parse(view)).toEqual(view)
  expect(view).toEqual({
    id: session.id,
    status: 'detected',
    version: 4,
    livemode: false,
    merchant: { ...merchant, name: 'Ana’s Books' },
    methods: ['coins'],
    provider: null,
    walletApps: ['metamask', 'trust', 'coinbase', 'phantom', 'okx'],
    title: 'Subscription',
    description: null,
    linkPath: '/l/k7m2p9x4qd',
    fiat: { amount: '25.00', currency: 'USD' },
    asset: 'ETH',
    tokenAddress: null,
    chainId: 31337,
    chainName: 'Local test chain',
    asksDetails: false,
    choices: [],
    assetChosen: true,
    provisional: false,
    address: session.address,
    amount: { base: '1000000', formatted: '0.000000000001', decimals: 18 },
    received: { base: '1000000', formatted: '0.000000000001' },
    confirmed: { base: '0', formatted: '0' },
    confirmations: 1,
    confirmationsRequired: 3,
    txHash: '0x01',
    transactionUrl: 'https://x/tx/0x01',
    confirmedAbout: later(80).toISOString(),
    reported: null,
    tokenUrl: null,
    network: { symbol: 'ETH', decimals: 18, explorerUrl: 'https://x' },
    paidAt: null,
    serverNow: later(28).toISOString(),
    expiresAt: later(300).toISOString(),
    lateUntil: later(900).toISOString(),
    acceptsTopUps: true,
    closed: false,
    successUrl: null,
    cancelUrl: null,
    returnUrl: null,
  })
})

test('neither metadata nor email are on the page', () => {
  const session = aSession({
    metadata: { order: 'secret-order' },
    customerEmail: 'ana@example.com',
  })
  const json = JSON.stringify(presentCheckoutView(session, context))
  expect(json).not.toMatch(/secret-order|ana@example\.com|metadata|email/i)
})

test('a disabled link offers no new price', () => {
  const link = { slug: 'k7m2p9x4qd', title: 'Subscription', description: null, active: false }
  const view = presentCheckoutView(aSession(), { ...context, link })
  expect(view).toMatchObject({ title: 'Subscription', linkPath: null })
})

test('a closed session says so', () => {
  const view = presentCheckoutView(aSession({ status: 'paid', closedAt: createdAt }), context)
  expect(view.closed).toBe(true)
})

describe('what the customer still has to say', () => {
  const ofLink = { linkId: 'pl_01JD8Z3K000000000000000000' }
  const untouched = { status: 'pending', firstSeenAt: null } as const
  const viewOf = (changes: Partial<CheckoutSession>) =>
    presentCheckoutView(aSession(changes), context)

  test.each([
    { who: 'a visitor of a link', changes: ofLink, asksDetails: true },
    { who: 'a customer of an order', changes: {}, asksDetails: false },
    {
      who: 'a visitor whose email is known',
      changes: { ...ofLink, customerEmail: 'ana@example.com' },
      asksDetails: false,
    },
    {
      who: 'a visitor whose money was seen',
      changes: { ...ofLink, firstSeenAt: later(5) },
      asksDetails: false,
    },
    {
      who: 'a visitor who paid',
      changes: { ...ofLink, status: 'detected', firstSeenAt: later(5) },
      asksDetails: false,
    },
  ] as const)('$who: details $asksDetails', ({ changes, asksDetails }) => {
    expect(viewOf({ ...untouched, ...changes }).asksDetails).toBe(asksDetails)
  })

  test('what to pay in, where the merchant left it open and no money was seen', () => {
    const open = { ...untouched, assetSelected: false }
    expect(viewOf(open)).toMatchObject({ choices: offered, assetChosen: false })
    expect(viewOf({ ...open, otherTerms: [aSession()] })).toMatchObject({
      choices: offered,
      assetChosen: true,
    })
    expect(viewOf({ ...open, assetSelected: true })).toMatchObject({
      choices: [],
      assetChosen: true,
    })
    expect(viewOf({ ...open, firstSeenAt: later(5) }).choices).toEqual([])
  })
})

test.each([
  ['paid', true],
  ['paid_late', true],
  ['overpaid', true],
  ['pending', false],
  ['detected', false],
  ['underpaid', false],
  ['expired', false],
  ['failed', false],
] as const)("the seller's page of thanks is shown to who is %s: %s", (status, isShown) => {
  const successUrl = 'https://shop.example/thanks'
  const view = presentCheckoutView(aSession({ status, successUrl }), context)
  expect(view.successUrl).toBe(isShown ? successUrl : null)
})

describe('the transaction that a wallet reported', () => {
  const hash = `0x${'5c'.repeat(32)}`
  const reported = { hash, url: `https://x/tx/${hash}` }
  const reportedIn = (changes: Partial<CheckoutSession>) =>
    presentCheckoutView(aSession({ reportedHashes: ['0x01', hash], ...changes }), context).reported

  test('is shown until the session is closed', () => {
    expect(reportedIn({})).toEqual(reported)
    expect(reportedIn({ status: 'underpaid', txHash: '0x02' })).toEqual(reported)
    expect(reportedIn({ status: 'expired', closedAt: later(900) })).toBeNull()
    expect(reportedIn({ reportedHashes: [] })).toBeNull()
  })
})

describe('when money seen is probably confirmed', () => {
  const seen = { status: 'detected', firstSeenAt: later(20) } as const
  const about = (changes: Partial<CheckoutSession>) =>
    presentCheckoutView(aSession({ ...seen, ...changes }), context).confirmedAbout

  test('is after the re-check, or when the blocks are there', () => {
    expect(about({})).toBe(later(80).toISOString())
    expect(about({ confirmationsRequired: 100 })).toBe(later(228).toISOString())
  })

  test('is nothing to say if none waits', () => {
    expect(about({ status: 'pending', firstSeenAt: null })).toBeNull()
    expect(about({ status: 'paid', closedAt: later(90) })).toBeNull()
  })
})

describe('the hash of a reported transaction', () => {
  test('is 32 bytes in hex, compared in lower case', () => {
    const hash = `0x${'5C'.repeat(32)}`
    expect(reportTransactionBody.parse({ hash })).toEqual({ hash: hash.toLowerCase() })
  })

  test.each(['', '0x', '5c'.repeat(32), `0x${'5c'.repeat(31)}`, `0x${'zz'.repeat(32)}`, 7, null])(
    'is not %j',
    (hash) => {
      expect(reportTransactionBody.safeParse({ hash }).success).toBe(false)
    },
  )
})
