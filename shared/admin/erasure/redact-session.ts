import { wordsOf } from '../../kernel/search-words.ts'
import type { Table } from '../../kernel/store/table.ts'
import { transact } from '../../kernel/store/transact.ts'
import { removeWords } from '../../kernel/store/words.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import { sessionPairRemovals } from '../../payments/checkout-sessions/store/session-pairs.ts'
import {
  loadCheckoutSession,
  sessionRedaction,
} from '../../payments/checkout-sessions/store/sessions.ts'
import { erasedEmail } from '../../records/customers/rules/erased-email.ts'
import type { Erasure } from '../../records/customers/rules/erasure.ts'
import { redactTraces } from './redact-traces.ts'
import { type Person, urlsWithoutPerson, withoutPerson } from './rules/without-person.ts'

/** Longer than requests, attempts and indexes lag behind what they are about. */
export const settledMs = 30_000

/**
 * Removes the customer from a session, and from what was stored of it. Repeating it changes nothing. Returns whether
 * nothing is left to do: a session that is open or has just closed is left alone, because the shop still needs to know
 * whose it is, and so is one that somebody else changes.
 */
export async function redactSession(
  { table, now }: { table: Table; now: Date },
  { mode, customerId, email }: Erasure,
  id: string,
): Promise<boolean> {
  const session = await loadCheckoutSession(table, mode, id)
  if (!session || !isOf(session, { customerId, email })) return true
  const { closedAt } = session
  if (closedAt === null || now.getTime() - closedAt.getTime() < settledMs) return false
  const person = { email, placeholder: erasedEmail(customerId) }
  if (session.customerEmail !== person.placeholder && !(await redact(table, session, person))) {
    return false
  }
  return redactTraces({ table, now }, session, person)
}

/** An open session may have got another email meanwhile. */
function isOf(
  { customerEmail }: CheckoutSession,
  { customerId, email }: Pick<Erasure, 'customerId' | 'email'>,
): boolean {
  if (customerEmail === erasedEmail(customerId)) return true
  return customerEmail?.toLowerCase() === email.toLowerCase()
}

/** The words come first: whoever is interrupted after them still finds the values that they are from. */
async function redact(
  table: Table,
  session: CheckoutSession,
  { email, placeholder }: Person,
): Promise<boolean> {
  const metadata = withoutPerson(session.metadata, email)
  const left = new Set(wordsIn(metadata))
  const words = wordsIn(session.metadata).filter((word) => !left.has(word))
  await removeWords(table, { ...session, kind: 'checkoutSession' }, { words })
  const version = session.version + 1
  const urls = urlsWithoutPerson(session, email)
  const redacted = { ...session, ...urls, version, customerEmail: placeholder, metadata }
  const { committed } = await transact(table, [
    sessionRedaction(redacted, session.version),
    ...sessionPairRemovals(session, metadata),
  ])
  return committed
}

function wordsIn(metadata: CheckoutSession['metadata']): string[] {
  return Object.values(metadata ?? {}).flatMap((value) => wordsOf(String(value)))
}
