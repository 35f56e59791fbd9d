import { resourceNotFound } from '../../../kernel/errors.ts'
import { merchant } from '../../../kernel/operation/caller.ts'
import type { Decision } from '../../../kernel/operation/commit.ts'
import type { RequestOf } from '../../../kernel/operation/merchant-request.ts'
import { noInput, ok, operation } from '../../../kernel/operation/operation.ts'
import type { Table } from '../../../kernel/store/table.ts'
import {
  type CursorPage,
  cursorList,
  cursorQuery,
  presentPage,
} from '../../../kernel/wire/cursor-list.ts'
import { listDeliveriesOfEndpoint } from '../../../records/outbox/store/delivery-lists.ts'
import { loadWebhookEndpoint } from '../../../records/outbox/store/webhook-endpoints.ts'
import {
  deliveryStatus,
  presentWebhookDelivery,
  type WebhookDeliveryBody,
  webhookDelivery,
} from '../wire/webhook-delivery.ts'

export const listEndpointDeliveries = operation({
  name: 'list-endpoint-deliveries',
  route: 'GET /api/v1/webhook_endpoints/{id}/deliveries',
  caller: merchant('webhooks:write'),
  input: {
    ...noInput,
    query: cursorQuery('delivery').extend({ status: deliveryStatus.optional() }),
  },
  output: ok(cursorList(webhookDelivery, 'WebhookDeliveryList')),
  touches: { table: 'read' },
  docs: {
    tag: 'Webhook endpoints',
    summary: 'List deliveries to an endpoint',
    description: 'Newest first. To send the event of one again, see `POST /events/{id}/redeliver`.',
  },
})

export async function runListEndpointDeliveries(
  { table }: { table: Table },
  { mode, id, query }: Pick<RequestOf<typeof listEndpointDeliveries>, 'mode' | 'id' | 'query'>,
): Promise<Decision<CursorPage<WebhookDeliveryBody>>> {
  const { limit, starting_after: before, status } = query
  const endpoint = await loadWebhookEndpoint(table, mode, id)
  if (!endpoint) throw resourceNotFound('webhook endpoint', id)
  const target = { mode, endpointId: id }
  const page = await listDeliveriesOfEndpoint(table, target, { status, limit, before })
  return { result: presentPage(page, presentWebhookDelivery) }
}
