import type { Table } from '../store/table.ts'
import { backOff, type Write } from '../store/transact.ts'
import { transactParts } from '../store/transact-parts.ts'

export type SessionWrites = {
  session: readonly Write[]
  quote: readonly Write[]
  customer: readonly Write[]
  reply: readonly Write[]
}

/** Customers are numbered one after another, so as many as come at once have to let each other pass. */
const attempts = 40

/**
 * Writes a session and all that comes with it, or nothing. Where somebody else became a customer first, `customerAgain`
 * says what there is to write now; a quote or a reply that somebody else wrote ends it.
 */
export async function commitSession(
  table: Table,
  writes: SessionWrites,
  customerAgain: () => Promise<Write[]>,
): Promise<'committed' | 'quote_lost' | 'reply_lost'> {
  let customer = writes.customer
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const outcome = await transactParts(table, [
      { part: 'session', writes: writes.session },
      { part: 'quote', writes: writes.quote },
      { part: 'customer', writes: customer },
      { part: 'reply', writes: writes.reply },
    ])
    if (outcome.committed) return 'committed'
    if (outcome.failed.has('reply')) return 'reply_lost'
    if (outcome.failed.has('quote')) return 'quote_lost'
    if (outcome.failed.has('session')) throw new Error('the session or its address is not new')
    await backOff(attempt)
    customer = await customerAgain()
  }
  throw new Error(`others became customers first ${attempts} times in a row`)
}
