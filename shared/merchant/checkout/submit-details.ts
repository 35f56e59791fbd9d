import { clientNetwork } from '../../http/rules/client-network.ts'
import { ServiceError } from '../../kernel/errors.ts'
import { ok } from '../../kernel/operation/operation.ts'
import { pageOperation } from '../../kernel/operation/page-operation.ts'
import { pageInput } from '../../kernel/operation/page-request.ts'
import { maxPairs } from '../../kernel/wire/metadata.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import { nextScanAt } from '../../payments/checkout-sessions/rules/next-scan.ts'
import { sessionPairs } from '../../payments/checkout-sessions/store/session-pairs.ts'
import { sessionWords } from '../../payments/checkout-sessions/store/session-words.ts'
import { sessionReplacement } from '../../payments/checkout-sessions/store/sessions.ts'
import {
  customerSession,
  customerSessionRemoval,
} from '../../payments/checkout-sessions/store/sessions-of-customer.ts'
import {
  findVisitor,
  namedUpdate,
  noteReturn,
  type RecordCustomerDeps,
} from '../../records/customers/record-customer.ts'
import { nameIn } from '../../records/customers/rules/name-in.ts'
import { findCustomerId } from '../../records/customers/store/customers.ts'
import { requireIntake } from '../../records/settings/require-intake.ts'
import { presentationServices } from './page-services.ts'
import { type PresentSessionDeps, sessionOnPage, sessionPresenter } from './present-session.ts'
import { isUntouched } from './rules/checkout-steps.ts'
import { checkoutView, type SubmitDetailsBody, submitDetailsBody } from './wire/checkout.ts'

export const submitDetails = pageOperation({
  name: 'submit-details',
  route: 'POST /api/checkout/sessions/{id}/details',
  input: { ...pageInput, body: submitDetailsBody },
  output: ok(checkoutView),
  errors: ['resource_not_found', 'state_changed', 'rate_limit_exceeded', 'intake_stopped'],
  touches: { table: 'write', administers: ['sessions'] },
  docs: {
    tag: 'Checkout',
    summary: 'Submit the customer’s details',
    description:
      'Stores the customer’s email, and the other fields as metadata, until a payment is seen. A link’s visitor can correct their email until the address is shown; afterwards, another one is rejected. An existing key keeps its value.',
    example: { email: 'ana@example.com', name: 'Ana Martins' },
  },
  needs: (config, given) => ({
    ...presentationServices(config, given),
    // A viewer may give details for each session they open.
    perClient: config('LINK_SESSIONS_PER_MINUTE'),
  }),
  /**
   * Throws `resource_not_found`, `state_changed`, `rate_limit_exceeded`, `intake_stopped`, and `parameter_invalid` above 50 metadata keys.
   */
  async run(services: SubmitDetailsServices, { id, body: details, viewerAddress, limit }) {
    const before = await sessionOnPage(services.table, id)
    const { mode } = before
    await requireIntake(services, mode)
    const client = `${mode}#${clientNetwork(viewerAddress)}`
    await limit({ subject: `details#${client}`, most: services.perClient })
    const changes = changesOf(before, details)
    const after = changes ? { ...before, ...changes, version: before.version + 1 } : before
    const name = nameIn(after.metadata)
    const [settings, visitor, formerId, present] = await Promise.all([
      services.settings(mode),
      changes && findVisitor(services, { mode, email: details.email, name }),
      changes && formerCustomer(services, { before, after }),
      sessionPresenter(services, after),
    ])
    const result = present(after)
    if (!visitor) return { result }
    return {
      result,
      writes: [
        sessionReplacement(after, before.version, nextScanAt(after, settings)),
        ...visitor.creation,
        ...(after.customerEmail === before.customerEmail
          ? []
          : [customerSession(after, visitor.id)]),
        ...(formerId === undefined ? [] : [customerSessionRemoval(after, formerId)]),
        ...sessionWords(after, settings.searchableMetadata),
        ...sessionPairs(after, before.metadata),
        ...(visitor.isKnown && name
          ? namedUpdate(visitor, { name, updatedAt: services.now() })
          : []),
      ],
      after: () => noteReturn(services, visitor),
    }
  },
})

export type SubmitDetailsServices = PresentSessionDeps &
  RecordCustomerDeps & {
    /** How often a client may submit details per minute. */
    perClient: number
  }

/** The customer of an email that was corrected. */
async function formerCustomer(
  { table }: Pick<SubmitDetailsServices, 'table'>,
  { before, after }: { before: CheckoutSession; after: CheckoutSession },
): Promise<string | undefined> {
  const { mode, customerEmail: email } = before
  if (email === null || email === after.customerEmail) return undefined
  return findCustomerId(table, mode, email)
}

type Changes = Pick<CheckoutSession, 'customerEmail' | 'metadata'>

/** Undefined if nothing is new. */
function changesOf(
  session: CheckoutSession,
  { email, ...fields }: SubmitDetailsBody,
): Changes | undefined {
  refuseLateDetails(session)
  refuseOtherEmail(session, email)
  const { customerEmail, metadata } = session
  const known = new Set(Object.keys(metadata ?? {}))
  const added = Object.entries(fields).flatMap(([key, text]) =>
    text && !known.has(key) ? [[key, text] as const] : [],
  )
  const isSameEmail = customerEmail?.toLowerCase() === email.toLowerCase()
  if (isSameEmail && added.length === 0) return undefined
  refuseTooMany(known.size, added.length)
  return {
    customerEmail: isSameEmail ? customerEmail : email,
    metadata: added.length ? { ...metadata, ...Object.fromEntries(added) } : metadata,
  }
}

function refuseLateDetails(session: CheckoutSession): void {
  if (isUntouched(session)) return
  throw new ServiceError(
    'state_changed',
    'Details can no longer be changed, because the payment was seen or the session has expired. Reload the page.',
  )
}

/**
 * A page must not assign a session to another customer. Until the address is shown, though, a link's visitor can correct
 * what they typed.
 */
function refuseOtherEmail({ customerEmail, pricing }: CheckoutSession, email: string): void {
  if (customerEmail === null || pricing === 'provisional') return
  if (customerEmail.toLowerCase() === email.toLowerCase()) return
  throw new ServiceError(
    'state_changed',
    'This payment already has another email. Continue with that one, or open the payment link again.',
    { param: 'email' },
  )
}

function refuseTooMany(known: number, added: number): void {
  if (known + added <= maxPairs) return
  throw new ServiceError(
    'parameter_invalid',
    `Only ${maxPairs - known} optional details can be stored. Leave the others empty.`,
  )
}
