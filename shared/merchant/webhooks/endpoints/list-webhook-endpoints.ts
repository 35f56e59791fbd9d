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
import { pageWebhookEndpoints } from '../../../records/outbox/store/webhook-endpoints.ts'
import {
  presentWebhookEndpoint,
  type WebhookEndpointBody,
  webhookEndpoint,
} from '../wire/webhook-endpoint.ts'

export const listWebhookEndpoints = operation({
  name: 'list-webhook-endpoints',
  route: 'GET /api/v1/webhook_endpoints',
  caller: merchant('webhooks:read'),
  input: { ...noInput, query: cursorQuery('webhookEndpoint') },
  output: ok(cursorList(webhookEndpoint, 'WebhookEndpointList')),
  touches: { table: 'read' },
  docs: { tag: 'Webhook endpoints', summary: 'List webhook endpoints' },
})

export async function runListWebhookEndpoints(
  { table }: { table: Table },
  { mode, query }: RequestOf<typeof listWebhookEndpoints>,
): Promise<Decision<CursorPage<WebhookEndpointBody>>> {
  const { limit, starting_after: before } = query
  const page = await pageWebhookEndpoints(table, { mode, before }, { limit })
  return { result: presentPage(page, presentWebhookEndpoint) }
}
