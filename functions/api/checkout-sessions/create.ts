import { presentCheckoutSession } from '../../../shared/contract/checkout-session.ts'
import type { CreateCheckoutSessionBody } from '../../../shared/contract/create-checkout-session.ts'
import { endpoints } from '../../../shared/contract/endpoints.ts'
import { invariant } from '../../../shared/domain/invariant.ts'
import { refuseInsecureUrls } from '../../../shared/domain/redirect-urls.ts'
import {
  type CreateCheckoutSession,
  createCheckoutSession,
} from '../../../shared/use-cases/create-checkout-session.ts'
import { apiDeps } from '../../deps/api-deps.ts'
import { openingSessions } from '../../deps/opening-sessions.ts'
import { apiHandler } from '../../handlers/api-handler.ts'

const deps = { ...apiDeps(), ...openingSessions() }

export const handler = apiHandler(
  endpoints.createCheckoutSession,
  deps,
  async ({ mode, body }, recordReply) => {
    const settings = await deps.settings(mode)
    const { successUrl, cancelUrl, returnUrl } = body
    refuseInsecureUrls({ successUrl, cancelUrl, returnUrl }, settings)
    const outcome = await createCheckoutSession(
      deps,
      { mode, ...body, source: sourceOf(body) },
      { extraWrites: (session) => recordReply(presentCheckoutSession(session, settings)) },
    )
    return 'session' in outcome ? presentCheckoutSession(outcome.session, settings) : outcome
  },
)

function sourceOf({ quoteId, linkId, amount }: CreateCheckoutSessionBody) {
  if (quoteId !== undefined) return { kind: 'quote', quoteId } as const
  if (linkId !== undefined) return { kind: 'link', linkId } as const
  invariant(amount, 'a body without quoteId and linkId has an amount')
  return { kind: 'ad-hoc', amount } as const satisfies CreateCheckoutSession['source']
}
