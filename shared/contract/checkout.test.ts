import { expect, test } from 'vitest'
import { aSession, createdAt, later } from '../../test/factories.ts'
import { checkoutView, presentCheckoutView } from './checkout.ts'

const context = {
  link: null,
  chainName: 'Local test chain',
  transactionUrl: null,
  acceptsTopUps: true,
  now: later(28),
}

test('a session as its page sees it', () => {
  const session = aSession({
    status: 'detected',
    version: 4,
    received: { seenBase: 1_000_000n, confirmedBase: 0n, confirmations: 1 },
    txHash: '0x01',
    successUrl: 'https://shop.example/thanks',
  })
  const link = { slug: 'k7m2p9x4qd', title: 'Subscription', description: null, active: true }
  const view = presentCheckoutView(session, { ...context, link, transactionUrl: 'https://x/0x01' })
  expect(checkoutView.parse(view)).toEqual(view)
  expect(view).toEqual({
    id: session.id,
    status: 'detected',
    version: 4,
    livemode: false,
    title: 'Subscription',
    description: null,
    linkPath: '/l/k7m2p9x4qd',
    fiat: { amount: '25.00', currency: 'USD' },
    asset: 'ETH',
    isNative: true,
    chainId: 31337,
    chainName: 'Local test chain',
    address: session.address,
    amount: { base: '1000000', formatted: '0.000000000001', decimals: 18 },
    received: { base: '1000000', formatted: '0.000000000001' },
    confirmations: 1,
    confirmationsRequired: 3,
    txHash: '0x01',
    transactionUrl: 'https://x/0x01',
    paidAt: null,
    serverNow: later(28).toISOString(),
    expiresAt: later(300).toISOString(),
    lateUntil: later(900).toISOString(),
    acceptsTopUps: true,
    closed: false,
    successUrl: 'https://shop.example/thanks',
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

test('a link that is switched off offers no new price', () => {
  const link = { slug: 'k7m2p9x4qd', title: 'Subscription', description: null, active: false }
  const view = presentCheckoutView(aSession(), { ...context, link })
  expect(view).toMatchObject({ title: 'Subscription', linkPath: null })
})

test('a closed session says so', () => {
  const view = presentCheckoutView(aSession({ status: 'paid', closedAt: createdAt }), context)
  expect(view.closed).toBe(true)
})
