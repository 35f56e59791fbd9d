import type { CheckoutSession, SessionStatus } from '../domain/checkout-session.ts'
import { type IdBounds, idRange } from '../domain/id-range.ts'
import type { Mode } from '../domain/mode.ts'
import type { Page } from '../domain/page.ts'
import { indexKeys } from './keys.ts'
import { type ListQuery, listPage } from './list-page.ts'
import { sessionCodec } from './sessions.ts'
import type { Table } from './table.ts'

export type SessionFilter = IdBounds & {
  mode: Mode
  status?: SessionStatus | undefined
  linkId?: string | undefined
}

/** Sessions that pass every filter given, newest first. Eventually consistent: load one before deciding anything. */
export function listCheckoutSessions(
  table: Table,
  filter: SessionFilter,
  { limit }: { limit: number },
): Promise<Page<CheckoutSession>> {
  const range = idRange('checkoutSession', filter)
  const query = { ...sessionIndex(filter), range, limit }
  return listPage(table, query, (row) => sessionCodec.parse(row))
}

/** A link has fewer sessions than a status, as a rule. */
function sessionIndex({ mode, status, linkId }: SessionFilter): Omit<ListQuery, 'range'> {
  if (linkId !== undefined) {
    const partition = indexKeys.sessionsOfLink(mode, linkId)
    return { index: 'parent', partition, ...(status !== undefined && { having: { status } }) }
  }
  if (status !== undefined) {
    return { index: 'status', partition: indexKeys.sessionsByStatus(mode, status) }
  }
  return { index: 'list', partition: indexKeys.sessions(mode) }
}
