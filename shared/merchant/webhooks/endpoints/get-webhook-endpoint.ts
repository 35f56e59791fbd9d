import { noInput, ok } from '../../../kernel/operation/operation.ts'
import { merchantOperation } from '../../../records/settings/merchant-operation.ts'
import { ofItsMode } from '../../../records/settings/shared-operation.ts'
import { presentWebhookEndpoint, webhookEndpoint } from '../wire/webhook-endpoint.ts'
import { requireEndpoint } from './require-endpoint.ts'

export const getWebhookEndpoint = merchantOperation({
  name: 'get-webhook-endpoint',
  route: 'GET /api/v1/webhook_endpoints/{id}',
  scope: 'webhooks:read',
  input: noInput,
  output: ok(webhookEndpoint),
  touches: { table: 'read' },
  docs: { tag: 'Webhook endpoints', summary: 'Get a webhook endpoint' },
  async run({ table }, { mode, id }) {
    const endpoint = await requireEndpoint(table, ofItsMode({ mode, id }))
    return { result: presentWebhookEndpoint(endpoint) }
  },
})
