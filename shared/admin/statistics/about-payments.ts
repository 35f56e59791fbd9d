import type { Mode } from '../../kernel/mode.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import { referenceIn } from '../../payments/checkout-sessions/rules/reference.ts'
import { findCheckoutSessions } from '../../payments/checkout-sessions/store/sessions.ts'
import { linkTitles } from '../../records/payment-links/store/link-titles.ts'
import type { Overview } from './wire/overview.ts'

/** The customer and purpose of a payment. */
export type About = Pick<
  Overview['attention']['underpaid'][number],
  'sessionId' | 'customerEmail' | 'linkTitle' | 'reference' | 'fiat'
>

type Wanted = {
  known: readonly CheckoutSession[]
  /** Sessions that still have to be loaded. */
  ids: readonly string[]
}

/** Tells some payments of a mode apart, in two round trips. Of one that doesn't exist, everything is null. */
export async function aboutPayments(
  table: Table,
  mode: Mode,
  { known, ids }: Wanted,
): Promise<(sessionId: string) => About> {
  const sessions = new Map(known.map((session) => [session.id, session]))
  const unknown = [...new Set(ids)].filter((id) => !sessions.has(id))
  for (const [id, session] of await findCheckoutSessions(table, mode, unknown)) {
    sessions.set(id, session)
  }
  const linkIds = [...sessions.values()].flatMap(({ linkId }) => linkId ?? [])
  const titles = await linkTitles(table, mode, linkIds)
  return (sessionId) => {
    const session = sessions.get(sessionId)
    return {
      sessionId,
      customerEmail: session?.customerEmail ?? null,
      linkTitle: titles.get(session?.linkId ?? '') ?? null,
      reference: referenceIn(session?.metadata ?? null),
      fiat: session?.fiat ?? null,
    }
  }
}
