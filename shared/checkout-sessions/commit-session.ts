import type { Table } from '../kernel/store/table.ts'
import type { Write } from '../kernel/store/transact.ts'
import { type PartsOutcome, transactParts } from '../kernel/store/transact-parts.ts'

export type SessionWrites = {
  session: readonly Write[]
  quote: readonly Write[]
  /** What makes the email's owner a customer. */
  customer: readonly Write[]
  reply: readonly Write[]
}

/**
 * Writes a session and all that comes with it, or nothing. If another request made the same customer first, the session
 * is written without; a quote or a reply that somebody else wrote ends it.
 */
export async function commitSession(
  table: Table,
  writes: SessionWrites,
): Promise<'committed' | 'quote_lost' | 'reply_lost'> {
  const first = await writeAll(table, writes)
  const isCustomerMade = !first.committed && [...first.failed].join() === 'customer'
  const outcome = isCustomerMade ? await writeAll(table, { ...writes, customer: [] }) : first
  if (outcome.committed) return 'committed'
  if (outcome.failed.has('reply')) return 'reply_lost'
  if (outcome.failed.has('quote')) return 'quote_lost'
  throw new Error('the session or its address is not new')
}

function writeAll(
  table: Table,
  { session, quote, customer, reply }: SessionWrites,
): Promise<PartsOutcome<keyof SessionWrites>> {
  return transactParts(table, [
    { part: 'session', writes: session },
    { part: 'quote', writes: quote },
    { part: 'customer', writes: customer },
    { part: 'reply', writes: reply },
  ])
}
