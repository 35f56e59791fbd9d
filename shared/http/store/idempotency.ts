import { GetCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import type { Mode } from '../../kernel/mode.ts'
import type { Sealed } from '../../kernel/sealed.ts'
import { moment } from '../../kernel/store/codecs.ts'
import { keys } from '../../kernel/store/keys.ts'
import { sealed } from '../../kernel/store/sealed.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { Write } from '../../kernel/store/transact.ts'

/** Which request it is (`scope`: key, method, path and idempotency key, hashed) and what it said (`fingerprint`). */
export type IdempotencyClaim = { mode: Mode; scope: string; fingerprint: string }

/** The answer that was given, as it is repeated. A body that shows a secret is sealed. */
export type StoredReply = {
  fingerprint: string
  status: number
  body: string | Sealed
  expiresAt: Date
}

const replyCodec = z.object({
  fingerprint: z.string(),
  status: z.int(),
  body: z.union([z.string(), sealed]),
  expiresAt: moment,
})

/** The write that keeps a reply; its condition fails where one is kept that has not expired. */
export function replyCreation(
  { mode, scope }: IdempotencyClaim,
  reply: StoredReply,
  now: Date,
): Write {
  return {
    Put: {
      Item: {
        ...keys.idempotency(mode, scope),
        ...z.encode(replyCodec, reply),
        ttl: Math.ceil(reply.expiresAt.getTime() / 1000),
      },
      // DynamoDB may take days to remove what has expired.
      ConditionExpression: 'attribute_not_exists(pk) OR expiresAt <= :now',
      ExpressionAttributeValues: { ':now': now.toISOString() },
    },
  }
}

/** The reply kept for a request (consistent), unless it has expired at `now`. */
export async function findReply(
  table: Table,
  { mode, scope }: Omit<IdempotencyClaim, 'fingerprint'>,
  now: Date,
): Promise<StoredReply | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({
      TableName: table.name,
      Key: keys.idempotency(mode, scope),
      ConsistentRead: true,
    }),
  )
  if (!Item) return undefined
  const reply = replyCodec.parse(Item)
  return reply.expiresAt > now ? reply : undefined
}
