import * as z from 'zod'
import { type Mode, modes } from '../../../kernel/mode.ts'
import { moment } from '../../../kernel/store/codecs.ts'
import { indexKeys } from '../../../kernel/store/index-keys.ts'
import { queryPages, startingWith } from '../../../kernel/store/query.ts'
import { firstRows, type SpreadQuery } from '../../../kernel/store/query-shards.ts'
import { shardKey } from '../../../kernel/store/shards.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { addition, storeUpdate, update } from '../../../kernel/store/writes.ts'
import { type DeliveryAttempt, deliveryErrors } from '../rules/delivery-attempt.ts'
import type { WebhookDelivery } from '../rules/webhook-delivery.ts'
import { outboxKeys } from './keys.ts'

/** Retention of log entries, and of deliveries after they ended. */
export const deliveryRetentionSeconds = 60 * 86_400

const attemptCodec = z.lazy(() =>
  z.object({
    deliveryId: z.string(),
    mode: z.enum(modes),
    number: z.int(),
    startedAt: moment,
    latencyMs: z.int().nullable(),
    url: z.string(),
    requestHeaders: z.record(z.string(), z.string()),
    outcome: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('responded'),
        statusCode: z.int(),
        body: z.string(),
        headers: z.record(z.string(), z.string()).optional(),
        redacted: z.literal(true).optional(),
      }),
      z.object({ kind: z.literal('failed'), error: z.enum(deliveryErrors), message: z.string() }),
      z.object({ kind: z.literal('unknown'), until: moment }),
    ]),
    nextAttemptAt: moment.nullable(),
  }),
)

type Recipient = Pick<WebhookDelivery, 'endpointId' | 'shard'>

/** The write that adds an attempt to its delivery's log; its outcome is unknown until it was made. */
export function attemptAddition(attempt: DeliveryAttempt, recipient: Recipient): Write {
  const { mode, deliveryId, startedAt, outcome } = attempt
  return addition({
    ...outboxKeys.deliveryAttempt(mode, deliveryId, startedAt),
    ...z.encode(attemptCodec, attempt),
    ...(outcome.kind !== 'unknown' && healthIndex(attempt, recipient)),
    ttl: Math.floor(startedAt.getTime() / 1000) + deliveryRetentionSeconds,
  })
}

/** The write of an attempt's outcome. Only with it does an attempt count for the health of its endpoint. */
export function attemptOutcomeWrite(attempt: DeliveryAttempt, recipient: Recipient): Write {
  const { mode, deliveryId, startedAt } = attempt
  const { latencyMs, outcome, nextAttemptAt } = z.encode(attemptCodec, attempt)
  const made = { latencyMs, outcome, nextAttemptAt, ...healthIndex(attempt, recipient) }
  return update(outboxKeys.deliveryAttempt(mode, deliveryId, startedAt), made)
}

function healthIndex(
  { mode, deliveryId, startedAt }: DeliveryAttempt,
  { endpointId, shard }: Recipient,
) {
  return {
    listPk: shardKey(indexKeys.attemptsOfEndpoint(mode, endpointId), shard),
    listSk: `${startedAt.toISOString()}#${deliveryId}`,
  }
}

/** The latest `limit` entries of a delivery's log, oldest first. */
export async function listAttempts(
  table: Table,
  { mode, deliveryId }: { mode: Mode; deliveryId: string },
  { limit = 50 }: { limit?: number } = {},
): Promise<DeliveryAttempt[]> {
  const { pk } = outboxKeys.delivery(mode, deliveryId)
  const range = startingWith('attempt#')
  return (await latest(table, { partition: pk, range }, limit)).reverse()
}

/**
 * The latest attempts at an endpoint whose outcome is known, of all deliveries, newest first. Eventually consistent.
 */
export function listAttemptsAtEndpoint(
  table: Table,
  { mode, endpointId }: { mode: Mode; endpointId: string },
  { limit = 50 }: { limit?: number } = {},
): Promise<DeliveryAttempt[]> {
  const partition = indexKeys.attemptsOfEndpoint(mode, endpointId)
  return latest(table, { index: 'list', partition }, limit)
}

/** Removes the receiver's responses from all entries of a delivery's log. */
export async function redactAttempts(
  table: Table,
  { mode, id }: Pick<WebhookDelivery, 'mode' | 'id'>,
): Promise<void> {
  const { pk: partition } = outboxKeys.delivery(mode, id)
  const query = { partition, range: startingWith('attempt#') }
  for await (const attempts of queryPages(table, query, attemptCodec)) {
    for (const { startedAt, outcome } of attempts) {
      if (outcome.kind !== 'responded' || outcome.redacted) continue
      const { kind, statusCode } = outcome
      const redacted = { kind, statusCode, body: '', redacted: true }
      const key = outboxKeys.deliveryAttempt(mode, id, startedAt)
      await storeUpdate(table, update(key, { outcome: redacted }))
    }
  }
}

async function latest(table: Table, query: SpreadQuery, limit: number): Promise<DeliveryAttempt[]> {
  const { rows } = await firstRows(table, { ...query, newestFirst: true }, limit)
  return z.array(attemptCodec).parse(rows)
}
