import { resourceNotFound } from '../../../kernel/errors.ts'
import { noInput, ok } from '../../../kernel/operation/operation.ts'
import { loadWebhookEndpoint } from '../../../records/outbox/store/webhook-endpoints.ts'
import { merchantOperation } from '../../../records/settings/merchant-operation.ts'
import { presentWebhookEndpoint, webhookEndpoint } from '../wire/webhook-endpoint.ts'

export const getWebhookEndpoint = merchantOperation({
  name: 'get-webhook-endpoint',
  route: 'GET /api/v1/webhook_endpoints/{id}',
  scope: 'webhooks:read',
  input: noInput,
  output: ok(webhookEndpoint),
  touches: { table: 'read' },
  docs: { tag: 'Webhook endpoints', summary: 'Get a webhook endpoint' },
  async run({ table }, { mode, id }) {
    const endpoint = await loadWebhookEndpoint(table, mode, id)
    if (!endpoint) throw resourceNotFound('webhook endpoint', id)
    return { result: presentWebhookEndpoint(endpoint) }
  },
})
