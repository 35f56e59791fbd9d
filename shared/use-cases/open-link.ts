import type { CheckoutView } from '../contract/checkout.ts'
import { clientNetwork } from '../domain/client-network.ts'
import { ServiceError } from '../domain/errors.ts'
import { invariant } from '../domain/invariant.ts'
import { countInWindow } from '../store/rate-window.ts'
import { type CreateCheckoutSessionDeps, createCheckoutSession } from './create-checkout-session.ts'
import { sessionPresenter } from './present-session.ts'
import { showLink } from './show-link.ts'

/** New sessions a minute. */
export type LinkLimits = { perClient: number; perLink: number }

/**
 * A visitor opens a link: every visit makes a session of its own. `viewerAddress` as CloudFront reports it. Throws
 * `resource_not_found`, `link_inactive`, `rate_limit_exceeded` and what creating a session throws.
 */
export async function openLink(
  deps: CreateCheckoutSessionDeps & { limits: LinkLimits },
  { slug, viewerAddress }: { slug: string; viewerAddress: string },
): Promise<CheckoutView> {
  const link = await showLink(deps, { slug })
  const { perClient, perLink } = deps.limits
  // The client's own limit comes first, so that one client alone never uses up the link's for everybody.
  await limitVisits(deps, `client#${clientNetwork(viewerAddress)}`, perClient)
  await limitVisits(deps, `link#${link.id}`, perLink)
  const outcome = await createCheckoutSession(deps, {
    mode: link.mode,
    source: { kind: 'link', linkId: link.id },
    customerEmail: null,
    metadata: null,
    successUrl: null,
    cancelUrl: null,
    returnUrl: null,
  })
  invariant('session' in outcome, 'a visit has no idempotency key to race for')
  const present = await sessionPresenter(deps, outcome.session)
  return present(outcome.session)
}

async function limitVisits(
  { table, now }: CreateCheckoutSessionDeps,
  subject: string,
  perMinute: number,
): Promise<void> {
  const { count, resetSeconds } = await countInWindow(table, { subject, now: now() })
  if (count <= perMinute) return
  throw new ServiceError(
    'rate_limit_exceeded',
    `This page was opened too often within a minute. Try again in ${resetSeconds} seconds.`,
    { retryAfterSeconds: resetSeconds },
  )
}
