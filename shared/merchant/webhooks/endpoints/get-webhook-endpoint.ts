import { resourceNotFound } from '../../../kernel/errors.ts'
import { merchant } from '../../../kernel/operation/caller.ts'
import type { Decision } from '../../../kernel/operation/commit.ts'
import type { RequestOf } from '../../../kernel/operation/merchant-request.ts'
import { noInput, ok, operation } from '../../../kernel/operation/operation.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { loadWebhookEndpoint } from '../../../records/outbox/store/webhook-endpoints.ts'
import {
  presentWebhookEndpoint,
  type WebhookEndpointBody,
  webhookEndpoint,
} from '../wire/webhook-endpoint.ts'

export const getWebhookEndpoint = operation({
  name: 'get-webhook-endpoint',
  route: 'GET /api/v1/webhook_endpoints/{id}',
  caller: merchant('webhooks:read'),
  input: noInput,
  output: ok(webhookEndpoint),
  touches: { table: 'read' },
  docs: { tag: 'Webhook endpoints', summary: 'Get a webhook endpoint' },
})

export async function runGetWebhookEndpoint(
  { table }: { table: Table },
  { mode, id }: RequestOf<typeof getWebhookEndpoint>,
): Promise<Decision<WebhookEndpointBody>> {
  const endpoint = await loadWebhookEndpoint(table, mode, id)
  if (!endpoint) throw resourceNotFound('webhook endpoint', id)
  return { result: presentWebhookEndpoint(endpoint) }
}
