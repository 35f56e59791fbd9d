import { paginateQuery, QueryCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import type { Mode } from '../domain/mode.ts'
import type { DeliveryStatus, WebhookDelivery } from '../domain/webhook-delivery.ts'
import { deliveryCodec } from './deliveries.ts'
import { indexKeys } from './keys.ts'
import type { Table } from './table.ts'

const deliveries = z.array(deliveryCodec)

type ListOptions = { status?: DeliveryStatus | undefined; limit: number }

const pageSize = 100
const mostPages = 20

/**
 * The newest deliveries to an endpoint, of one status or of all, newest first. Looks at no more than the latest 2,000.
 * Eventually consistent.
 */
export async function listDeliveriesOfEndpoint(
  table: Table,
  { mode, endpointId }: { mode: Mode; endpointId: string },
  { status, limit }: ListOptions,
): Promise<WebhookDelivery[]> {
  const pages = paginateQuery(
    { client: table.client, pageSize },
    {
      TableName: table.name,
      IndexName: 'list',
      KeyConditionExpression: 'listPk = :endpoint',
      ExpressionAttributeValues: { ':endpoint': indexKeys.deliveriesOfEndpoint(mode, endpointId) },
      ScanIndexForward: false,
    },
  )
  const found: WebhookDelivery[] = []
  let looked = 0
  for await (const { Items } of pages) {
    const page = deliveries.parse(Items ?? [])
    found.push(...page.filter((delivery) => status === undefined || delivery.status === status))
    if (found.length >= limit || ++looked === mostPages) break
  }
  return found.slice(0, limit)
}

/** All deliveries of an event, one per endpoint. Eventually consistent. */
export async function listDeliveriesOfEvent(
  table: Table,
  { mode, eventId }: { mode: Mode; eventId: string },
): Promise<WebhookDelivery[]> {
  const { Items } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      IndexName: 'parent',
      KeyConditionExpression: 'parentPk = :event',
      ExpressionAttributeValues: { ':event': indexKeys.deliveriesOfEvent(mode, eventId) },
    }),
  )
  return deliveries.parse(Items ?? [])
}

/**
 * What an endpoint did not get and no attempt is left for, where that was decided at `since` or later; page by page, in
 * the order of the deliveries' creation. Eventually consistent: load a delivery before deciding anything.
 */
export async function* undeliveredSince(
  table: Table,
  { mode, endpointId, since }: { mode: Mode; endpointId: string; since: Date },
): AsyncGenerator<WebhookDelivery[]> {
  const pages = paginateQuery(
    { client: table.client },
    {
      TableName: table.name,
      IndexName: 'status',
      KeyConditionExpression: 'statusPk = :undelivered',
      FilterExpression: 'endedAt >= :since',
      ExpressionAttributeValues: {
        ':undelivered': indexKeys.undelivered(mode, endpointId),
        ':since': since.toISOString(),
      },
    },
  )
  for await (const { Items } of pages) yield deliveries.parse(Items ?? [])
}
