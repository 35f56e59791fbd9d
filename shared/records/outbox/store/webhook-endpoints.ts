import * as z from 'zod'
import { type IdBounds, idRange } from '../../../kernel/id-range.ts'
import { isId } from '../../../kernel/ids.ts'
import { type Mode, modes } from '../../../kernel/mode.ts'
import type { Page } from '../../../kernel/page.ts'
import { innerMap, moment } from '../../../kernel/store/codecs.ts'
import { keys } from '../../../kernel/store/keys.ts'
import { listPage } from '../../../kernel/store/list-page.ts'
import { queryAll } from '../../../kernel/store/query.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import { sealed } from '../../../kernel/store/sealed.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { readRow } from '../../../kernel/store/unreadable-rows.ts'
import { addition, upsert } from '../../../kernel/store/writes.ts'
import { eventTypes } from '../rules/event.ts'
import { inactiveReasons, type WebhookEndpoint } from '../rules/webhook-endpoint.ts'
import { outboxKeys } from './keys.ts'

export const webhookEndpointCodec = z.lazy(() =>
  z.object({
    id: z.string(),
    mode: z.enum(modes),
    url: z.string(),
    events: z.array(z.enum(eventTypes)),
    active: z.boolean(),
    secret: sealed,
    secretPrefix: z.string(),
    previousSecrets: z.array(innerMap({ secret: sealed, until: moment })).default([]),
    inactiveReason: z.enum(inactiveReasons).nullable(),
    inactiveSince: moment.nullable().default(null),
    failingSince: moment.nullable().default(null),
    createdAt: moment,
  }),
)

export const maxWebhookEndpoints = 20

/** The writes that create an endpoint: the count first, whose condition fails if the mode has reached the maximum. */
export function webhookEndpointCreation(endpoint: WebhookEndpoint): [Write, Write] {
  const { mode, id } = endpoint
  return [
    {
      Update: {
        Key: keys.counter(mode, 'webhook-endpoints'),
        UpdateExpression: 'ADD #count :one',
        ConditionExpression: 'attribute_not_exists(#count) OR #count < :most',
        ExpressionAttributeNames: { '#count': 'count' },
        ExpressionAttributeValues: { ':one': 1, ':most': maxWebhookEndpoints },
      },
    },
    addition({
      ...outboxKeys.webhookEndpoint(mode, id),
      ...z.encode(webhookEndpointCodec, endpoint),
    }),
  ]
}

/** The writes that remove an endpoint and make room for another; the first one's condition fails if there is none. */
export function webhookEndpointDeletion({
  mode,
  id,
}: Pick<WebhookEndpoint, 'mode' | 'id'>): [Write, Write] {
  return [
    {
      Delete: {
        Key: outboxKeys.webhookEndpoint(mode, id),
        ConditionExpression: 'attribute_exists(pk)',
      },
    },
    {
      Update: {
        Key: keys.counter(mode, 'webhook-endpoints'),
        UpdateExpression: 'ADD #count :one_less',
        ExpressionAttributeNames: { '#count': 'count' },
        ExpressionAttributeValues: { ':one_less': -1 },
      },
    },
  ]
}

/** The endpoint as last written (consistent), or undefined. */
export async function loadWebhookEndpoint(
  table: Table,
  mode: Mode,
  id: string,
): Promise<WebhookEndpoint | undefined> {
  if (!isId('webhookEndpoint', id)) return undefined
  return readItem(table, outboxKeys.webhookEndpoint(mode, id), webhookEndpointCodec)
}

/** All endpoints of a mode (at most 20, one consistent query), newest first. */
export function listWebhookEndpoints(table: Table, mode: Mode): Promise<WebhookEndpoint[]> {
  const { pk: partition } = outboxKeys.webhookEndpoint(mode, '')
  return queryAll(table, { partition, newestFirst: true }, webhookEndpointCodec)
}

/** A page of the endpoints of a mode, newest first (consistent). */
export function pageWebhookEndpoints(
  table: Table,
  { mode, ...bounds }: { mode: Mode } & IdBounds,
  { limit }: { limit: number },
): Promise<Page<WebhookEndpoint>> {
  const { pk: partition } = outboxKeys.webhookEndpoint(mode, '')
  const range = idRange('webhookEndpoint', bounds)
  return listPage(table, { partition, range, limit }, (row) => readRow(row, webhookEndpointCodec))
}

const endpointCount = z.object({ count: z.int() })

/** The number of endpoints of a mode that count towards the limit (consistent). */
export async function countedEndpoints(table: Table, mode: Mode): Promise<number> {
  const key = keys.counter(mode, 'webhook-endpoints')
  return (await readItem(table, key, endpointCount))?.count ?? 0
}

/** The write that corrects it; its condition fails if it is no longer `from`. */
export function endpointCountCorrection(mode: Mode, from: number, count: number): Write {
  return upsert(
    { ...keys.counter(mode, 'webhook-endpoints'), count },
    {
      ConditionExpression: 'attribute_not_exists(pk) OR #count = :from',
      ExpressionAttributeValues: { ':from': from },
    },
  )
}
