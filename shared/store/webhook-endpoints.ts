import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { eventTypes } from '../domain/event.ts'
import { isId } from '../domain/ids.ts'
import { type Mode, modes } from '../domain/mode.ts'
import type { WebhookEndpoint } from '../domain/webhook-endpoint.ts'
import { moment } from './codecs.ts'
import { keys } from './keys.ts'
import { sealed } from './sealed.ts'
import type { Table } from './table.ts'
import type { Write } from './transact.ts'

const endpointCodec = z.object({
  id: z.string(),
  mode: z.enum(modes),
  url: z.string(),
  events: z.array(z.enum(eventTypes)),
  active: z.boolean(),
  secret: sealed,
  secretPrefix: z.string(),
  inactiveReason: z.string().nullable(),
  createdAt: moment,
})

export const maxWebhookEndpoints = 20

/** The writes that create an endpoint: the count first, whose condition fails where the mode has its full number. */
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
    {
      Put: {
        Item: { ...keys.webhookEndpoint(mode, id), ...z.encode(endpointCodec, endpoint) },
        ConditionExpression: 'attribute_not_exists(pk)',
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
  const { Item } = await table.client.send(
    new GetCommand({
      TableName: table.name,
      Key: keys.webhookEndpoint(mode, id),
      ConsistentRead: true,
    }),
  )
  return Item && endpointCodec.parse(Item)
}

/** All endpoints of a mode (at most 20, one consistent query), newest first. */
export async function listWebhookEndpoints(table: Table, mode: Mode): Promise<WebhookEndpoint[]> {
  const { Items } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      ConsistentRead: true,
      ScanIndexForward: false,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': keys.webhookEndpoint(mode, '').pk },
    }),
  )
  return (Items ?? []).map((item) => endpointCodec.parse(item))
}

/** Switches an endpoint off and keeps the reason; nothing happens where it is gone. */
export async function deactivateWebhookEndpoint(
  table: Table,
  { mode, id }: Pick<WebhookEndpoint, 'mode' | 'id'>,
  reason: string,
): Promise<void> {
  const command = new UpdateCommand({
    TableName: table.name,
    Key: keys.webhookEndpoint(mode, id),
    UpdateExpression: 'SET active = :no, inactiveReason = :reason',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':no': false, ':reason': reason },
  })
  try {
    await table.client.send(command)
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error
  }
}
