import { type IdBounds, idRange } from '../../kernel/id-range.ts'
import { timeOfId } from '../../kernel/ids.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Page } from '../../kernel/page.ts'
import { indexKeys } from '../../kernel/store/keys.ts'
import { type ListQuery, listPage } from '../../kernel/store/list-page.ts'
import { queryPage } from '../../kernel/store/query.ts'
import type { Table } from '../../kernel/store/table.ts'
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
  options: { limit: number; maxRounds?: number },
): Promise<Page<CheckoutSession>> {
  const range = idRange('checkoutSession', filter)
  const query = { ...sessionIndex(filter), range, ...options }
  return listPage(table, query, (row) => sessionCodec.parse(row))
}

/** When the oldest one was created that may match. */
export async function oldestMatchAt(
  table: Table,
  filter: SessionFilter,
): Promise<Date | undefined> {
  const { index = 'list', partition } = sessionIndex(filter)
  const query = { index, partition, range: idRange('checkoutSession', filter), pageSize: 1 }
  const [oldest] = (await queryPage(table, query)).rows
  return oldest && timeOfId(sessionCodec.parse(oldest).id)
}

/** A link usually has fewer sessions than a status. */
function sessionIndex(filter: SessionFilter): Omit<ListQuery, 'range'> {
  const { mode, status, linkId } = filter
  const spread = mode
  if (linkId !== undefined) {
    const partition = indexKeys.sessionsOfLink(mode, linkId)
    return { index: 'parent', partition, spread, ...having({ ...filter, status }) }
  }
  const others = having({ ...filter, status: undefined })
  if (status !== undefined) {
    const partition = indexKeys.sessionsByStatus(mode, status)
    return { index: 'status', partition, spread, ...others }
  }
  return { index: 'list', partition: indexKeys.sessions(mode), spread, ...others }
}

function having({ status, chainId, asset }: SessionFilter): Pick<ListQuery, 'having'> {
  const values = Object.entries({ status, 'lock.chainId': chainId, 'lock.asset': asset })
  const given = values.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return given.length > 0 ? { having: Object.fromEntries(given) } : {}
}
