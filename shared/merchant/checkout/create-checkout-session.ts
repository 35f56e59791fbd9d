import { created, noInput } from '../../kernel/operation/operation.ts'
import { refuseInsecureUrls } from '../../kernel/redirect-urls.ts'
import {
  checkoutSession,
  presentCheckoutSession,
} from '../../payments/checkout-sessions/wire/checkout-session.ts'
import { orderErrors } from '../../payments/quotes/order-errors.ts'
import { quotableSource } from '../../payments/quotes/order-source.ts'
import { readOrder } from '../../payments/quotes/read-order.ts'
import { merchantOperation } from '../../records/settings/merchant-operation.ts'
import { readNetworks } from '../quotes/pricing.ts'
import { type OpenSessionServices, openSession } from './open-session.ts'
import { sessionCreationServices } from './session-creation-services.ts'
import { createCheckoutSessionBody } from './wire/create-checkout-session.ts'

export const createCheckoutSession = merchantOperation({
  name: 'create-checkout-session',
  route: 'POST /api/v1/checkout_sessions',
  scope: 'sessions:write',
  input: { ...noInput, body: createCheckoutSessionBody },
  output: created(checkoutSession),
  errors: [
    ...orderErrors,
    ...(['quote_expired', 'quote_consumed', 'wallet_not_configured'] as const),
  ],
  touches: {
    table: 'write',
    starts: ['session-timer'],
    decrypts: ['account-public-keys'],
    invokes: ['refresh-prices'],
    administers: ['sessions', 'derivation-indices'],
  },
  // The order is read while the rate limit is still being checked.
  readsEarly: true,
  docs: {
    tag: 'Checkout sessions',
    summary: 'Create a checkout session',
    description:
      'Pass exactly one of `quoteId`, `linkId` and `amount` as the source of the price. The session gets its own deposit address, and its price is locked until `expiresAt`.',
    example: { amount: { value: '10.00', currency: 'USD' }, metadata: { order: 'A1' } },
  },
  needs: sessionCreationServices,
  async run(services: OpenSessionServices, { mode, body, admitted }) {
    const input = { mode, ...body, source: quotableSource(body), pricing: 'agreed' } as const
    const reading = readOrder(services, input)
    await admitted()
    const settings = await services.settings(mode)
    const { successUrl, cancelUrl, returnUrl } = body
    refuseInsecureUrls({ successUrl, cancelUrl, returnUrl }, settings)
    const { result: session, ...decision } = await openSession(services, input, reading)
    return { ...decision, result: presentCheckoutSession(session, settings) }
  },
  readsAhead: (services) => readNetworks(services),
})
