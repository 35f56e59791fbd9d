import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { type DeliveryAttempt, deliveryErrors } from '../domain/delivery-attempt.ts'
import { type Mode, modes } from '../domain/mode.ts'
import { moment } from './codecs.ts'
import { keys } from './keys.ts'
import type { Table } from './table.ts'
import type { Write } from './transact.ts'

/** Log lines are kept this long, and deliveries after they ended. */
export const deliveryRetentionSeconds = 60 * 86_400

const attemptCodec = z.object({
  deliveryId: z.string(),
  mode: z.enum(modes),
  number: z.int(),
  startedAt: moment,
  latencyMs: z.int(),
  url: z.string(),
  requestHeaders: z.record(z.string(), z.string()),
  outcome: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('answered'), statusCode: z.int(), body: z.string() }),
    z.object({ kind: z.literal('failed'), error: z.enum(deliveryErrors), message: z.string() }),
  ]),
  nextAttemptAt: moment.nullable(),
})

/** The write that adds a line to a delivery's log. */
export function attemptCreation(attempt: DeliveryAttempt): Write {
  const { mode, deliveryId, startedAt } = attempt
  return {
    Put: {
      Item: {
        ...keys.deliveryAttempt(mode, deliveryId, startedAt),
        ...z.encode(attemptCodec, attempt),
        ttl: Math.floor(startedAt.getTime() / 1000) + deliveryRetentionSeconds,
      },
    },
  }
}

/** The latest `limit` lines of a delivery's log, oldest first. */
export async function listAttempts(
  table: Table,
  { mode, deliveryId }: { mode: Mode; deliveryId: string },
  { limit = 50 }: { limit?: number } = {},
): Promise<DeliveryAttempt[]> {
  const { Items } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :attempt)',
      ExpressionAttributeValues: {
        ':pk': keys.delivery(mode, deliveryId).pk,
        ':attempt': 'attempt#',
      },
      ConsistentRead: true,
      ScanIndexForward: false,
      Limit: limit,
    }),
  )
  return z
    .array(attemptCodec)
    .parse(Items ?? [])
    .reverse()
}
