import { type IdBounds, idRange } from '../../kernel/id-range.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Page } from '../../kernel/page.ts'
import { indexKeys } from '../../kernel/store/keys.ts'
import { type ListQuery, listPage } from '../../kernel/store/list-page.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { CheckoutSession, SessionStatus } from '../rules/checkout-session.ts'
import { sessionCodec } from './sessions.ts'

export type SessionFilter = IdBounds & {
  mode: Mode
  status?: SessionStatus | undefined
  linkId?: string | undefined
}

/** Sessions that match every filter, newest first. Eventually consistent: load a session before deciding anything. */
export function listCheckoutSessions(
  table: Table,
  filter: SessionFilter,
  { limit }: { limit: number },
): Promise<Page<CheckoutSession>> {
  const range = idRange('checkoutSession', filter)
  const query = { ...sessionIndex(filter), range, limit }
  return listPage(table, query, (row) => sessionCodec.parse(row))
}

/** A link usually has fewer sessions than a status. */
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
