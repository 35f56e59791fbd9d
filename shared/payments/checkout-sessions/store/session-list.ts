import { type IdBounds, idRange } from '../../../kernel/id-range.ts'
import { timeOfId } from '../../../kernel/ids.ts'
import type { Mode } from '../../../kernel/mode.ts'
import type { Page } from '../../../kernel/page.ts'
import { indexKeys } from '../../../kernel/store/index-keys.ts'
import { type ListQuery, listPage } from '../../../kernel/store/list-page.ts'
import { firstRows } from '../../../kernel/store/query-shards.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { readRow } from '../../../kernel/store/unreadable-rows.ts'
import type { CheckoutSession, SessionStatus } from '../rules/checkout-session.ts'
import { sessionCodec } from './sessions.ts'

export type SessionFilter = IdBounds & {
  mode: Mode
  status?: SessionStatus | undefined
  linkId?: string | undefined
  chainId?: number | undefined
  asset?: string | undefined
}

/** Sessions that match every filter, newest first. Eventually consistent: load a session before deciding anything. */
export function listCheckoutSessions(
  table: Table,
  filter: SessionFilter,
  options: { limit: number } & Pick<ListQuery, 'maxRounds' | 'filteredRows'>,
): Promise<Page<CheckoutSession>> {
  const range = idRange('checkoutSession', filter)
  const query = { ...sessionIndex(filter), range, ...options }
  return listPage(table, query, (row) => readRow(row, sessionCodec))
}

/** When the oldest one was created that may match. */
export async function oldestMatchAt(
  table: Table,
  filter: SessionFilter,
): Promise<Date | undefined> {
  const { having: _, ...index } = sessionIndex(filter)
  const query = { ...index, range: idRange('checkoutSession', filter) }
  const [oldest] = (await firstRows(table, query, 1)).rows
  return oldest && timeOfId(sessionCodec.parse(oldest).id)
}

/** A link usually has fewer sessions than a status. */
function sessionIndex(filter: SessionFilter): Omit<ListQuery, 'range'> {
  const { mode, status, linkId } = filter
  if (linkId !== undefined) {
    const partition = indexKeys.sessionsOfLink(mode, linkId)
    return { index: 'parent', partition, ...having({ ...filter, status }) }
  }
  const others = having({ ...filter, status: undefined })
  if (status !== undefined) {
    const partition = indexKeys.sessionsByStatus(mode, status)
    return { index: 'status', partition, ...others }
  }
  return { index: 'list', partition: indexKeys.sessions(mode), ...others }
}

function having({ status, chainId, asset }: SessionFilter): Pick<ListQuery, 'having'> {
  const values = Object.entries({ status, 'lock.chainId': chainId, 'lock.asset': asset })
  const given = values.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return given.length > 0 ? { having: Object.fromEntries(given) } : {}
}
