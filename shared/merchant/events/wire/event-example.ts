import { checkoutSessionExample } from '../../../payments/checkout-sessions/wire/checkout-session-example.ts'

export const eventExample = {
  id: 'evt_01KJMFH3EGN6P8Q0R2S4T6V8WX',
  object: 'event',
  type: 'session.paid',
  livemode: true,
  data: { ...checkoutSessionExample, sequence: 2 },
  createdAt: '2026-03-01T12:01:38.512Z',
} as const
