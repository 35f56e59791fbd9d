import * as z from 'zod'
import { type IdBounds, idRange } from '../../../kernel/id-range.ts'
import { timeOfId } from '../../../kernel/ids.ts'
import type { Mode } from '../../../kernel/mode.ts'
import type { Page } from '../../../kernel/page.ts'
import { indexKeys } from '../../../kernel/store/index-keys.ts'
import { type ListQuery, listPage } from '../../../kernel/store/list-page.ts'
import { listReferenced, type Referenced } from '../../../kernel/store/list-referenced.ts'
import { firstRows } from '../../../kernel/store/query-shards.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { readRow } from '../../../kernel/store/unreadable-rows.ts'
import type { CheckoutSession, SessionStatus } from '../rules/checkout-session.ts'
import { metadataPairs } from '../rules/metadata-pairs.ts'
import { sessionKeys, sessionPartitions } from './keys.ts'
import { pairDigest } from './session-pairs.ts'
import { sessionCodec } from './sessions.ts'

export type SessionFilter = IdBounds & {
  mode: Mode
  status?: SessionStatus | undefined
  linkId?: string | undefined
  chainId?: number | undefined
  asset?: string | undefined
  customerId?: string | undefined
  /** One pair; a number as text. */
  metadata?: Readonly<Record<string, string>> | undefined
}

/** Sessions that match every filter, newest first. Eventually consistent: load a session before deciding anything. */
export function listCheckoutSessions(
  table: Table,
  filter: SessionFilter,
  options: { limit: number } & Pick<ListQuery, 'maxRounds' | 'filteredRows'>,
): Promise<Page<CheckoutSession>> {
  const range = idRange('checkoutSession', filter)
  const parse = (row: Row) => readRow(row, sessionCodec)
  const rows = referringRows(filter)
  if (!rows) return listPage(table, { ...sessionIndex(filter), range, ...options }, parse)
  const { partition, passes } = rows
  const keyOf = (row: Row) => sessionKeys.session(filter.mode, idOfRow.parse(row).sk)
  const query = { partition, range, limit: options.limit }
  return listReferenced(table, query, { keyOf, parse, passes })
}

type Row = Record<string, unknown>

const idOfRow = z.lazy(() => z.object({ sk: z.string() }))

type Rows = Pick<ListQuery, 'partition'> & Pick<Referenced<CheckoutSession>, 'passes'>

/** A customer has few sessions, and a pair of metadata usually fewer than a link or a status. */
function referringRows({ mode, customerId, metadata, ...others }: SessionFilter): Rows | undefined {
  const [pair] = metadataPairs(metadata ?? null)
  if (customerId !== undefined) {
    const { pk: partition } = sessionKeys.sessionOfCustomer(mode, customerId, '')
    return { partition, passes: passing({ ...others, pair }) }
  }
  if (!pair) return undefined
  return {
    partition: sessionPartitions.sessionsWithPair(mode, pairDigest(pair)),
    passes: passing(others),
  }
}

type Compared = Pick<SessionFilter, 'status' | 'linkId' | 'chainId' | 'asset'> & {
  pair?: readonly [key: string, value: string] | undefined
}

/** Undefined if every session passes. */
function passing({ status, linkId, chainId, asset, pair }: Compared): Rows['passes'] {
  if ([status, linkId, chainId, asset, pair].every((wanted) => wanted === undefined))
    return undefined
  const hasPair = (session: CheckoutSession) =>
    metadataPairs(session.metadata).some(([key, value]) => key === pair?.[0] && value === pair[1])
  return (session) =>
    isWanted(status, session.status) &&
    isWanted(linkId, session.linkId) &&
    isWanted(chainId, session.lock.chainId) &&
    isWanted(asset, session.lock.asset) &&
    (!pair || hasPair(session))
}

function isWanted<Value>(wanted: Value | undefined, value: Value): boolean {
  return wanted === undefined || wanted === value
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
