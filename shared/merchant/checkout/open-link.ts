import * as z from 'zod'
import { clientNetwork } from '../../http/rules/client-network.ts'
import type { Mode } from '../../kernel/mode.ts'
import { created } from '../../kernel/operation/operation.ts'
import { pageOperation } from '../../kernel/operation/page-operation.ts'
import { pageInput } from '../../kernel/operation/page-request.ts'
import { email } from '../../kernel/wire/email.ts'
import { orderErrors } from '../../payments/quotes/order-errors.ts'
import { readOrder } from '../../payments/quotes/read-order.ts'
import { findActiveLink } from '../../records/payment-links/find-active-link.ts'
import { requireNewPayments } from '../../records/settings/require-new-payments.ts'
import { readingSettings } from '../../records/settings/settings-of.ts'
import { type OpenSessionServices, openSession } from './open-session.ts'
import { sessionPresenter } from './present-session.ts'
import { sessionCreationServices } from './session-creation-services.ts'
import { checkoutView } from './wire/checkout.ts'

/** An invalid email is ignored instead of rejected: the page asks for it. */
const prefillEmail = z
  .string()
  .optional()
  .transform((text) => email.safeParse(text).data ?? null)

export const openLink = pageOperation({
  name: 'open-link',
  route: 'POST /api/checkout/links/{slug}/sessions',
  input: { ...pageInput, body: z.strictObject({ prefillEmail }) },
  output: created(checkoutView),
  errors: [
    ...orderErrors,
    'link_gone',
    'wallet_not_configured',
    'intake_stopped',
    'rate_limit_exceeded',
  ],
  touches: {
    table: 'write',
    starts: ['session-timer'],
    decrypts: ['account-public-keys'],
    invokes: ['refresh-prices'],
    administers: ['sessions', 'derivation-indices'],
  },
  docs: {
    tag: 'Checkout',
    summary: 'Open a payment link',
    description:
      'Every visit creates a new session. Only the page’s script calls this, so previews and crawlers that fetch the page create no sessions.',
    example: { prefillEmail: 'ana@example.com' },
  },
  needs: (config, given) => {
    const { settings } = readingSettings(config, given)
    return {
      ...sessionCreationServices(config, { ...given, settings }),
      limits: async (mode: Mode) => {
        const { clientSessionsPerMinute, linkSessionsPerMinute } = await settings(mode)
        return { perClient: clientSessionsPerMinute, perLink: linkSessionsPerMinute }
      },
    }
  },
  /** Throws `resource_not_found`, `link_gone`, `rate_limit_exceeded`, and what creating a session throws. */
  async run(services: OpenLinkServices, { id: slug, body, viewerAddress, limit }) {
    const link = await findActiveLink(services.table, slug)
    await requireNewPayments(services, link.mode)
    const limits = services.limits(link.mode)
    // The client's limit is checked first, so that one client can't use up the link's limit.
    await limit({
      subject: `client#${link.mode}#${clientNetwork(viewerAddress)}`,
      most: limits.then(({ perClient }) => perClient),
    })
    await limit({ subject: `link#${link.id}`, most: limits.then(({ perLink }) => perLink) })
    const input = {
      mode: link.mode,
      source: { kind: 'link', linkId: link.id },
      customerEmail: body.prefillEmail,
      metadata: null,
      successUrl: null,
      cancelUrl: null,
      returnUrl: null,
      pricing: 'provisional',
    } as const
    const opening = await openSession(services, input, readOrder(services, input))
    try {
      const { result: session, ...decision } = opening
      const present = await sessionPresenter(services, session)
      return { ...decision, result: present(session) }
    } catch (error) {
      opening.abandoned?.()
      throw error
    }
  },
})

/** New sessions per minute. */
type LinkLimits = { perClient: number; perLink: number }

export type OpenLinkServices = OpenSessionServices & {
  limits: (mode: Mode) => Promise<LinkLimits>
}
