import { paginateQuery } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import type { Mode } from '../../kernel/mode.ts'
import { indexKeys } from '../../kernel/store/keys.ts'
import type { Table } from '../../kernel/store/table.ts'
import {
  type DeliveryStatus,
  isUndelivered,
  type WebhookDelivery,
} from '../rules/webhook-delivery.ts'
import { deliveryCodec } from './deliveries.ts'

const deliveries = z.array(deliveryCodec)

type Endpoint = { mode: Mode; endpointId: string }

type ListOptions = { status?: DeliveryStatus | undefined; limit: number; lookAt?: number }

/**
 * The newest deliveries to an endpoint, of one status or of all, newest first. Looks at no more than the latest `lookAt`:
 * of those that did not arrive where it is asked for these, so that no success hides them. Eventually consistent.
 */
export async function listDeliveriesOfEndpoint(
  table: Table,
  endpoint: Endpoint,
  { status, limit, lookAt = 2_000 }: ListOptions,
): Promise<WebhookDelivery[]> {
  const index = status && isUndelivered({ status }) ? undeliveredOf(endpoint) : latestOf(endpoint)
  const pages = paginateQuery(
    { client: table.client, pageSize: Math.min(100, lookAt) },
    { TableName: table.name, ...index, ScanIndexForward: false },
  )
  const found: WebhookDelivery[] = []
  let looked = 0
  for await (const { Items } of pages) {
    const page = deliveries.parse(Items ?? [])
    found.push(...page.filter((delivery) => status === undefined || delivery.status === status))
    looked += page.length
    if (found.length >= limit || looked >= lookAt) break
  }
  return found.slice(0, limit)
}

function latestOf({ mode, endpointId }: Endpoint) {
  return {
    IndexName: 'list',
    KeyConditionExpression: 'listPk = :endpoint',
    ExpressionAttributeValues: { ':endpoint': indexKeys.deliveriesOfEndpoint(mode, endpointId) },
  }
}

function undeliveredOf({ mode, endpointId }: Endpoint) {
  return {
    IndexName: 'status',
    KeyConditionExpression: 'statusPk = :undelivered',
    ExpressionAttributeValues: { ':undelivered': indexKeys.undelivered(mode, endpointId) },
  }
}

/** All deliveries of an event, one per endpoint. Eventually consistent. */
export async function listDeliveriesOfEvent(
  table: Table,
  { mode, eventId }: { mode: Mode; eventId: string },
): Promise<WebhookDelivery[]> {
  const pages = paginateQuery(
    { client: table.client },
    {
      TableName: table.name,
      IndexName: 'parent',
      KeyConditionExpression: 'parentPk = :event',
      ExpressionAttributeValues: { ':event': indexKeys.deliveriesOfEvent(mode, eventId) },
    },
  )
  const items = await Array.fromAsync(pages, ({ Items }) => Items ?? [])
  return deliveries.parse(items.flat())
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
