/**
 * An example of each resource, as responses show it, for the API description. With few spreads, so that a bundle
 * has only the examples of its own schemas.
 */
const createdAt = '2026-03-01T12:00:00.000Z'
const updatedAt = '2026-03-01T12:01:38.512Z'

export const paymentLinkExample = {
  id: 'pl_01KJMFE3E0QZ4VXT9S1WY5A7BC',
  object: 'payment_link',
  slug: 'k7m2p9x4qd',
  title: 'A year of letters',
  description: 'Twelve letters, one each month.',
  fiatAmount: '25.00',
  fiatCurrency: 'USD',
  successUrl: 'https://shop.example/thanks',
  cancelUrl: null,
  active: true,
  checkoutUrl: 'https://pay.example/l/k7m2p9x4qd',
  createdAt,
  updatedAt,
} as const

export const checkoutSessionExample = {
  id: 'cs_01KJMFE3E0B6C8D2E4F6G8H0JK',
  object: 'checkout_session',
  linkId: null,
  status: 'paid',
  address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  amount: {
    base: '10000000000000000',
    formatted: '0.01',
    decimals: 18,
    wei: '10000000000000000',
    eth: '0.01',
  },
  amountReceived: { base: '10000000000000000', formatted: '0.01' },
  amountPending: { base: '0', formatted: '0' },
  fiat: { amount: '25.00', currency: 'USD' },
  ethPriceUsd: '2500',
  unitPriceUsd: '2500',
  expiresAt: '2026-03-01T12:05:00.000Z',
  lateUntil: '2026-03-01T12:15:00.000Z',
  paidAt: '2026-03-01T12:01:38.512Z',
  txHash: '0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060',
  chainId: 1,
  asset: 'ETH',
  assetSelected: false,
  confirmations: 3,
  confirmationsRequired: 3,
  failureReason: null,
  provider: null,
  metadata: { order: 'A1' },
  successUrl: 'https://shop.example/thanks',
  cancelUrl: null,
  returnUrl: null,
  customerEmail: 'ada@example.com',
  livemode: true,
  checkoutUrl: 'https://pay.example/checkout/cs_01KJMFE3E0B6C8D2E4F6G8H0JK',
  createdAt,
  updatedAt,
} as const

export const quoteExample = {
  id: 'qt_01KJMFE3E0T7V9W1X3Y5Z7A9BC',
  object: 'quote',
  linkId: null,
  chainId: 1,
  asset: 'USDC',
  tokenAddress: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  amount: { base: '25000000', formatted: '25', decimals: 6 },
  fiat: { amount: '25.00', currency: 'USD' },
  unitPriceUsd: '1',
  expiresAt: '2026-03-01T12:05:00.000Z',
  consumed: false,
  checkoutSessionId: null,
  livemode: true,
  createdAt,
} as const

export const customerExample = {
  id: 'cus_01KJMFE3E0M2N4P6Q8R0S2T4VW',
  object: 'customer',
  email: 'ada@example.com',
  metadata: { tier: 'gold' },
  createdAt,
  updatedAt,
} as const

export const webhookEndpointExample = {
  id: 'we_01KJMFE3E0C3D5E7F9G1H3J5KM',
  object: 'webhook_endpoint',
  url: 'https://shop.example/webhooks',
  events: ['session.paid', 'session.expired'],
  active: true,
  inactiveReason: null,
  secretPrefix: 'whsec_4vJ9xT',
  createdAt,
} as const

export const eventExample = {
  id: 'evt_01KJMFH3EGN6P8Q0R2S4T6V8WX',
  object: 'event',
  type: 'session.paid',
  livemode: true,
  data: { ...checkoutSessionExample, sequence: 2 },
  createdAt: updatedAt,
} as const
