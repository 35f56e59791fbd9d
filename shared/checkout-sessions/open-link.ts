import { clientNetwork } from '../http/rules/client-network.ts'
import { invariant } from '../kernel/invariant.ts'
import { showLink } from '../payment-links/show-link.ts'
import { type CreateCheckoutSessionDeps, createCheckoutSession } from './create-checkout-session.ts'
import { limitVisits } from './limit-visits.ts'
import { sessionPresenter } from './present-session.ts'
import type { CheckoutView } from './wire/checkout.ts'

/** New sessions a minute. */
export type LinkLimits = { perClient: number; perLink: number }

export type OpenLink = {
  slug: string
  /** As CloudFront reports it. */
  viewerAddress: string
  /** Known before the page could ask for it. */
  customerEmail: string | null
}

/**
 * A visitor opens a link: every visit makes a session of its own. Throws `resource_not_found`, `link_inactive`, `rate_limit_exceeded` and what creating a session throws.
 */
export async function openLink(
  deps: CreateCheckoutSessionDeps & { limits: LinkLimits },
  { slug, viewerAddress, customerEmail }: OpenLink,
): Promise<CheckoutView> {
  const link = await showLink(deps, { slug })
  const { perClient, perLink } = deps.limits
  // The client's own limit comes first, so that one client alone never uses up the link's for everybody.
  const what = 'This page was opened'
  const client = `client#${clientNetwork(viewerAddress)}`
  await limitVisits(deps, { what, subject: client, perMinute: perClient })
  await limitVisits(deps, { what, subject: `link#${link.id}`, perMinute: perLink })
  const outcome = await createCheckoutSession(deps, {
    mode: link.mode,
    source: { kind: 'link', linkId: link.id },
    customerEmail,
    metadata: null,
    successUrl: null,
    cancelUrl: null,
    returnUrl: null,
  })
  invariant('session' in outcome, 'a visit has no idempotency key to race for')
  const present = await sessionPresenter(deps, outcome.session)
  return present(outcome.session)
}
