import { resourceNotFound } from '../../../kernel/errors.ts'
import { noInput, ok } from '../../../kernel/operation/operation.ts'
import { cursorList, cursorQuery, presentPage } from '../../../kernel/wire/cursor-list.ts'
import { listDeliveriesOfEndpoint } from '../../../records/outbox/store/delivery-lists.ts'
import { loadWebhookEndpoint } from '../../../records/outbox/store/webhook-endpoints.ts'
import { merchantOperation } from '../../../records/settings/merchant-operation.ts'
import {
  deliveryStatus,
  presentWebhookDelivery,
  webhookDelivery,
} from '../wire/webhook-delivery.ts'

export const listEndpointDeliveries = merchantOperation({
  name: 'list-endpoint-deliveries',
  route: 'GET /api/v1/webhook_endpoints/{id}/deliveries',
  scope: 'webhooks:write',
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
  async run({ table }, { mode, id, query }) {
    const { limit, starting_after: before, status } = query
    const endpoint = await loadWebhookEndpoint(table, mode, id)
    if (!endpoint) throw resourceNotFound('webhook endpoint', id)
    const target = { mode, endpointId: id }
    const page = await listDeliveriesOfEndpoint(table, target, { status, limit, before })
    return { result: presentPage(page, presentWebhookDelivery) }
  },
})
