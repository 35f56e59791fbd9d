import { resourceNotFound } from '../../../kernel/errors.ts'
import type { AuditedDecision } from '../../../kernel/operation/audit.ts'
import { merchant } from '../../../kernel/operation/caller.ts'
import type { RequestOf } from '../../../kernel/operation/merchant-request.ts'
import { noInput, ok, operation } from '../../../kernel/operation/operation.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { type Deleted, deletedResource, presentDeleted } from '../../../kernel/wire/deleted.ts'
import {
  loadWebhookEndpoint,
  webhookEndpointDeletion,
} from '../../../records/outbox/store/webhook-endpoints.ts'

export const deleteWebhookEndpoint = operation({
  name: 'delete-webhook-endpoint',
  route: 'DELETE /api/v1/webhook_endpoints/{id}',
  caller: merchant('webhooks:write'),
  input: noInput,
  output: ok(deletedResource('webhook_endpoint', 'DeletedWebhookEndpoint')),
  touches: { table: 'write', administers: ['audit-log'] },
  docs: { tag: 'Webhook endpoints', summary: 'Delete a webhook endpoint' },
})

/** Permanent: pending deliveries to the endpoint are cancelled. */
export async function runDeleteWebhookEndpoint(
  { table }: { table: Table },
  { mode, id }: Pick<RequestOf<typeof deleteWebhookEndpoint>, 'mode' | 'id'>,
): Promise<AuditedDecision<Deleted<'webhook_endpoint'>>> {
  const notFound = () => resourceNotFound('webhook endpoint', id)
  const endpoint = await loadWebhookEndpoint(table, mode, id)
  if (!endpoint) throw notFound()
  const { url, events } = endpoint
  const before = { url, events }
  return {
    writes: webhookEndpointDeletion({ mode, id }),
    changes: [{ mode, action: 'webhook-endpoint.delete', target: id, before }],
    result: presentDeleted('webhook_endpoint', id),
    conflict: notFound,
  }
}
