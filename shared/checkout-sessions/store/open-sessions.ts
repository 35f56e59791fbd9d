import { paginateQuery, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type * as z from 'zod'
import type { Mode } from '../../kernel/mode.ts'
import { moment } from '../../kernel/store/codecs.ts'
import { indexKeys, keys } from '../../kernel/store/keys.ts'
import type { Table } from '../../kernel/store/table.ts'
import { sessionCodec } from './sessions.ts'

const openSession = sessionCodec
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
    /** When it next needs a scan, whatever else happens. */
    dueSk: moment,
    /** Of the last scan that failed since the session last changed. */
    scanFailedAt: moment.optional(),
  })

/**
 * What the reconciler needs of an open session, without what its merchant and customer wrote. The row may lag behind the
 * item, so load the session before deciding.
 */
export type OpenSession = z.output<typeof openSession>

const names = Object.fromEntries(
  Object.keys(openSession.shape).map((name, index) => [`#a${index}`, name]),
)

/** Every session of a mode whose window is open or whose payment is undecided, those due first. */
export async function* openSessions(table: Table, mode: Mode): AsyncGenerator<OpenSession> {
  const pages = paginateQuery(
    { client: table.client },
    {
      TableName: table.name,
      IndexName: 'due',
      KeyConditionExpression: 'duePk = :due',
      ProjectionExpression: Object.keys(names).join(),
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: { ':due': indexKeys.dueSessions(mode) },
    },
  )
  for await (const { Items = [] } of pages) {
    for (const item of Items) yield openSession.parse(item)
  }
}

/** Notes that a scan of the session failed, until the session next changes. */
export async function noteScanFailure(
  table: Table,
  { mode, id }: Pick<OpenSession, 'mode' | 'id'>,
  at: Date,
): Promise<void> {
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: keys.session(mode, id),
      UpdateExpression: 'SET scanFailedAt = :at',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':at': at.toISOString() },
    }),
  )
}
