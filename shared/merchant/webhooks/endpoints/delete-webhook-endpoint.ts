import { resourceNotFound } from '../../../kernel/errors.ts'
import { noInput, ok } from '../../../kernel/operation/operation.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { deletedResource, presentDeleted } from '../../../kernel/wire/deleted.ts'
import {
  loadWebhookEndpoint,
  webhookEndpointDeletion,
} from '../../../records/outbox/store/webhook-endpoints.ts'
import { merchantOperation } from '../../../records/settings/merchant-operation.ts'

export const deleteWebhookEndpoint = merchantOperation({
  name: 'delete-webhook-endpoint',
  route: 'DELETE /api/v1/webhook_endpoints/{id}',
  scope: 'webhooks:write',
  input: noInput,
  output: ok(deletedResource('webhook_endpoint', 'DeletedWebhookEndpoint')),
  touches: { table: 'write', administers: ['audit-log'] },
  docs: { tag: 'Webhook endpoints', summary: 'Delete a webhook endpoint' },
  /** Permanent: pending deliveries to the endpoint are cancelled. */
  async run({ table }: { table: Table }, { mode, id }) {
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
  },
})
