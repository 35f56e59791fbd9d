import { findVisitor, noteReturn, type RecordCustomerDeps } from '../customers/record-customer.ts'
import { clientNetwork } from '../http/rules/client-network.ts'
import { ServiceError } from '../kernel/errors.ts'
import { backOff, transact } from '../kernel/store/transact.ts'
import { maxPairs } from '../kernel/wire/primitives.ts'
import { limitVisits } from './limit-visits.ts'
import { type PresentSessionDeps, sessionOnPage, sessionPresenter } from './present-session.ts'
import type { CheckoutSession } from './rules/checkout-session.ts'
import { isUntouched } from './rules/checkout-steps.ts'
import { nextLookAt } from './rules/next-look.ts'
import { sessionReplacement } from './store/sessions.ts'
import type { CheckoutView, GiveDetailsBody } from './wire/checkout.ts'

export type GiveDetailsDeps = PresentSessionDeps &
  RecordCustomerDeps & {
    /** How often a client may give details within a minute. */
    perClient: number
  }

export type GiveDetails = {
  id: string
  /** As CloudFront reports it. */
  viewerAddress: string
  details: GiveDetailsBody
}

/**
 * A customer says who they are, until the first money is seen: the session gets their email, and as metadata the fields
 * that they filled in. What stands there stays, whoever gave it: another email is refused, and a key of the merchant's
 * or of an earlier time is kept. Throws `resource_not_found`, `state_changed`, `parameter_invalid` past 50 pairs of
 * metadata, and `rate_limit_exceeded`.
 */
export async function giveDetails(
  deps: GiveDetailsDeps,
  { id, viewerAddress, details }: GiveDetails,
): Promise<CheckoutView> {
  const found = await sessionOnPage(deps.table, id)
  await limitVisits(deps, {
    what: 'Details were given',
    subject: `details#${clientNetwork(viewerAddress)}`,
    perMinute: deps.perClient,
  })
  const session = await saveDetails(deps, found, details)
  const present = await sessionPresenter(deps, session)
  return present(session)
}

const attempts = 5

/** Decides anew if a scan wrote the session meanwhile, or another request made the same customer. */
async function saveDetails(
  deps: GiveDetailsDeps,
  found: CheckoutSession,
  details: GiveDetailsBody,
): Promise<CheckoutSession> {
  const { id, mode } = found
  const settings = await deps.settings(mode)
  let before = found
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const changes = changesOf(before, details)
    if (!changes) return before
    const session = { ...before, ...changes, version: before.version + 1 }
    const visitor = await findVisitor(deps, { mode, email: details.email })
    const outcome = await transact(deps.table, [
      sessionReplacement(session, before.version, nextLookAt(session, settings)),
      ...visitor.creation,
    ])
    if (outcome.committed) {
      await noteReturn(deps, visitor)
      return session
    }
    await backOff(attempt)
    before = await sessionOnPage(deps.table, id)
  }
  throw new Error(`session ${id} changed ${attempts} times as details were given`)
}

type Changes = Pick<CheckoutSession, 'customerEmail' | 'metadata'>

/** Undefined where all of it is known already. */
function changesOf(
  session: CheckoutSession,
  { email, ...fields }: GiveDetailsBody,
): Changes | undefined {
  refuseLateDetails(session)
  refuseOtherEmail(session, email)
  const { customerEmail, metadata } = session
  const known = new Set(Object.keys(metadata ?? {}))
  const added = Object.entries(fields).flatMap(([key, text]) =>
    text && !known.has(key) ? [[key, text] as const] : [],
  )
  if (customerEmail !== null && added.length === 0) return undefined
  refuseTooMany(known.size, added.length)
  return {
    customerEmail: customerEmail ?? email,
    metadata: added.length ? { ...metadata, ...Object.fromEntries(added) } : metadata,
  }
}

function refuseLateDetails(session: CheckoutSession): void {
  if (isUntouched(session)) return
  throw new ServiceError(
    'state_changed',
    'Details can no longer be given: the payment was seen, or its time is up. Show the session again.',
  )
}

/** A page must not take a session over to another customer. */
function refuseOtherEmail({ customerEmail }: CheckoutSession, email: string): void {
  if (customerEmail === null || customerEmail.toLowerCase() === email.toLowerCase()) return
  throw new ServiceError(
    'state_changed',
    'The session has another email already. Go on with that one, or open the payment link again.',
    { param: 'email' },
  )
}

function refuseTooMany(known: number, added: number): void {
  if (known + added <= maxPairs) return
  throw new ServiceError(
    'parameter_invalid',
    `The seller has left room for ${maxPairs - known} optional details. Leave the others empty.`,
  )
}
