import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import type { Mode } from '../../../kernel/mode.ts'
import { moment } from '../../../kernel/store/codecs.ts'
import { indexKeys } from '../../../kernel/store/index-keys.ts'
import { type Query, queryPages } from '../../../kernel/store/query.ts'
import { firstRows, spreadPages } from '../../../kernel/store/query-shards.ts'
import { shardKey } from '../../../kernel/store/shards.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { update } from '../../../kernel/store/writes.ts'
import { sessionKeys } from './keys.ts'
import { sessionCodec } from './sessions.ts'

const openSession = sessionCodec
  .unwrap()
  .pick({
    id: true,
    mode: true,
    version: true,
    status: true,
    address: true,
    lock: true,
    expiresAt: true,
    lateUntil: true,
    confirmationsRequired: true,
    otherTerms: true,
    received: true,
    firstSeenAt: true,
  })
  .extend({
    /** When it next needs a scan in any case. */
    dueSk: moment,
    /** When a scan last failed since the session last changed. */
    scanFailedAt: moment.optional(),
  })

/**
 * The fields of an open session that the reconciler needs, without metadata and details. The row may be older than the
 * item, so load the session before deciding.
 */
export type OpenSession = z.output<typeof openSession>

const attributes = Object.keys(openSession.shape)

type Reading = Pick<Query, 'onUnreadable'>

/** Every session of a mode whose window is open or whose payment is undecided, those due first. */
export async function* openSessions(
  table: Table,
  mode: Mode,
  reading: Reading = {},
): AsyncGenerator<OpenSession> {
  const partition = indexKeys.dueSessions(mode)
  const query = { index: 'due', partition, attributes, ...reading } as const
  for await (const page of spreadPages(table, query, openSession)) yield* page
}

/** Open sessions of some shards, one after the other. */
export async function* openSessionsOf(
  table: Table,
  { mode, shards, ...reading }: { mode: Mode; shards: readonly number[] } & Reading,
): AsyncGenerator<OpenSession> {
  for (const shard of shards) {
    const partition = shardKey(indexKeys.dueSessions(mode), shard)
    const query = { index: 'due', partition, attributes, ...reading } as const
    for await (const page of queryPages(table, query, openSession)) yield* page
  }
}

const dueRow = z.lazy(() => z.object({ dueSk: moment }))

/** When the open session of a mode is or was due that is scanned next; undefined if none is open. */
export async function firstDue(table: Table, mode: Mode): Promise<Date | undefined> {
  const partition = indexKeys.dueSessions(mode)
  const query = { index: 'due', partition, attributes: ['dueSk'] } as const
  const { rows } = await firstRows(table, query, 1)
  return rows.map((row) => dueRow.parse(row).dueSk)[0]
}

/** Records that a scan of the session failed, until the session next changes. */
export async function noteScanFailure(
  table: Table,
  { mode, id }: Pick<OpenSession, 'mode' | 'id'>,
  at: Date,
): Promise<void> {
  const { Update } = update(sessionKeys.session(mode, id), { scanFailedAt: at.toISOString() })
  await table.client.send(new UpdateCommand({ ...Update, TableName: table.name }))
}
