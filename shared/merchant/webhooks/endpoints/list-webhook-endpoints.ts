import { noInput, ok } from '../../../kernel/operation/operation.ts'
import { cursorList, cursorQuery, presentPage } from '../../../kernel/wire/cursor-list.ts'
import { pageWebhookEndpoints } from '../../../records/outbox/store/webhook-endpoints.ts'
import { merchantOperation } from '../../../records/settings/merchant-operation.ts'
import { presentWebhookEndpoint, webhookEndpoint } from '../wire/webhook-endpoint.ts'

export const listWebhookEndpoints = merchantOperation({
  name: 'list-webhook-endpoints',
  route: 'GET /api/v1/webhook_endpoints',
  scope: 'webhooks:read',
  input: { ...noInput, query: cursorQuery('webhookEndpoint') },
  output: ok(cursorList(webhookEndpoint, 'WebhookEndpointList')),
  touches: { table: 'read' },
  docs: { tag: 'Webhook endpoints', summary: 'List webhook endpoints' },
  async run({ table }, { mode, query }) {
    const { limit, starting_after: before } = query
    const page = await pageWebhookEndpoints(table, { mode, before }, { limit })
    return { result: presentPage(page, presentWebhookEndpoint) }
  },
})
