import { GetCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import type { Mode } from '../../kernel/mode.ts'
import type { Sealed } from '../../kernel/sealed.ts'
import { moment, packedText } from '../../kernel/store/codecs.ts'
import { sealed } from '../../kernel/store/sealed.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { Write } from '../../kernel/store/transact.ts'
import { httpKeys } from './keys.ts'

/** Identifies a request (`scope`: a hash of key, method, path and idempotency key) and its body (`fingerprint`). */
export type IdempotencyClaim = { mode: Mode; scope: string; fingerprint: string }

/** The response to repeat. A body with a secret is sealed. */
export type StoredReply = {
  fingerprint: string
  status: number
  body: string | Sealed
  expiresAt: Date
}

const replyCodec = z.lazy(() =>
  z.object({
    fingerprint: z.string(),
    status: z.int(),
    body: z.union([packedText, sealed]),
    expiresAt: moment,
  }),
)

/** The write that stores a reply; its condition fails if there is one that has not expired. */
export function replyCreation(
  { mode, scope }: IdempotencyClaim,
  reply: StoredReply,
  now: Date,
): Write {
  return {
    Put: {
      Item: {
        ...httpKeys.idempotency(mode, scope),
        ...z.encode(replyCodec, reply),
        ttl: Math.ceil(reply.expiresAt.getTime() / 1000),
      },
      // DynamoDB may take days to delete expired items.
      ConditionExpression: 'attribute_not_exists(pk) OR expiresAt <= :now',
      ExpressionAttributeValues: { ':now': now.toISOString() },
    },
  }
}

/** The reply stored for a request (consistent), unless it has expired at `now`. */
export async function findReply(
  table: Table,
  { mode, scope }: Omit<IdempotencyClaim, 'fingerprint'>,
  now: Date,
): Promise<StoredReply | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({
      TableName: table.name,
      Key: httpKeys.idempotency(mode, scope),
      ConsistentRead: true,
    }),
  )
  if (!Item) return undefined
  const reply = replyCodec.parse(Item)
  return reply.expiresAt > now ? reply : undefined
}
