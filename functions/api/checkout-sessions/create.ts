import {
  type CreateCheckoutSession,
  createCheckoutSession,
} from '../../../shared/checkout-sessions/create-checkout-session.ts'
import type { CheckoutSession } from '../../../shared/checkout-sessions/rules/checkout-session.ts'
import { presentCheckoutSession } from '../../../shared/checkout-sessions/wire/checkout-session.ts'
import type { CreateCheckoutSessionBody } from '../../../shared/checkout-sessions/wire/create-checkout-session.ts'
import { invariant } from '../../../shared/kernel/invariant.ts'
import { endpoints } from '../../../shared/openapi/endpoints.ts'
import { refuseInsecureUrls } from '../../../shared/payment-links/rules/redirect-urls.ts'
import { readOrder } from '../../../shared/quotes/read-order.ts'
import { apiDeps } from '../../deps/api-deps.ts'
import { openingSessions } from '../../deps/opening-sessions.ts'
import { preparedApiHandler } from '../../handlers/api-handler.ts'

const api = apiDeps()
const deps = { ...api, ...openingSessions(api) }

export const handler = preparedApiHandler(
  endpoints.createCheckoutSession,
  deps,
  ({ mode, body }) => {
    const input = { mode, ...body, source: sourceOf(body) }
    const reading = readOrder(deps, input)
    return async (recordReply) => {
      const settings = await deps.settings(mode)
      const { successUrl, cancelUrl, returnUrl } = body
      refuseInsecureUrls({ successUrl, cancelUrl, returnUrl }, settings)
      const present = (session: CheckoutSession) => presentCheckoutSession(session, settings)
      const extraWrites = (session: CheckoutSession) => recordReply(present(session))
      const outcome = await createCheckoutSession(deps, input, { reading, extraWrites })
      return 'session' in outcome ? present(outcome.session) : outcome
    }
  },
)

function sourceOf({ quoteId, linkId, amount }: CreateCheckoutSessionBody) {
  if (quoteId !== undefined) return { kind: 'quote', quoteId } as const
  if (linkId !== undefined) return { kind: 'link', linkId } as const
  invariant(amount, 'a body without quoteId and linkId has an amount')
  return { kind: 'ad-hoc', amount } as const satisfies CreateCheckoutSession['source']
}
