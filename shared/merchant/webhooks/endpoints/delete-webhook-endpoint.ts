import { resourceNotFound } from '../../../kernel/errors.ts'
import { noInput, ok } from '../../../kernel/operation/operation.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { deletedResource, presentDeleted } from '../../../kernel/wire/deleted.ts'
import { byId } from '../../../kernel/wire/operator-input.ts'
import { webhookEndpointDeletion } from '../../../records/outbox/store/webhook-endpoints.ts'
import {
  type Named,
  ofEitherMode,
  ofItsMode,
  sharedOperation,
} from '../../../records/settings/shared-operation.ts'
import { requireEndpoint } from './require-endpoint.ts'

export const { merchant: deleteWebhookEndpoint, operator: removeEndpoint } = sharedOperation({
  touches: { table: 'write', administers: ['audit-log'] },
  merchant: {
    name: 'delete-webhook-endpoint',
    route: 'DELETE /api/v1/webhook_endpoints/{id}',
    scope: 'webhooks:write',
    input: noInput,
    output: ok(deletedResource('webhook_endpoint', 'DeletedWebhookEndpoint')),
    docs: { tag: 'Webhook endpoints', summary: 'Delete a webhook endpoint' },
    asks: ofItsMode,
    shows: ({ id }) => presentDeleted('webhook_endpoint', id),
  },
  operator: {
    name: 'remove-endpoint',
    role: 'owner',
    proof: 'always',
    command: 'endpoints delete',
    input: byId('the id of an endpoint'),
    output: deletedResource('webhook_endpoint', 'RemovedEndpoint'),
    docs: { summary: 'Delete a webhook endpoint permanently' },
    asks: ofEitherMode,
    shows: ({ id }) => presentDeleted('webhook_endpoint', id),
  },
  /** Permanent: pending deliveries to the endpoint are cancelled. */
  async run({ table }: { table: Table }, asked: Named) {
    const endpoint = await requireEndpoint(table, asked)
    const { mode, id, url, events } = endpoint
    return {
      writes: webhookEndpointDeletion({ mode, id }),
      changes: [{ mode, action: 'webhook-endpoint.delete', target: id, before: { url, events } }],
      result: endpoint,
      conflict: () => resourceNotFound('webhook endpoint', id),
    }
  },
})
