import { resourceNotFound } from '../../../kernel/errors.ts'
import { isId } from '../../../kernel/ids.ts'
import { merchant } from '../../../kernel/operation/caller.ts'
import type { Decision } from '../../../kernel/operation/commit.ts'
import type { RequestOf } from '../../../kernel/operation/merchant-request.ts'
import { noInput, ok, operation } from '../../../kernel/operation/operation.ts'
import { type Deleted, deletedResource, presentDeleted } from '../../../kernel/wire/deleted.ts'
import { webhookEndpointDeletion } from '../../../records/outbox/store/webhook-endpoints.ts'

export const deleteWebhookEndpoint = operation({
  name: 'delete-webhook-endpoint',
  route: 'DELETE /api/v1/webhook_endpoints/{id}',
  caller: merchant('webhooks:write'),
  input: noInput,
  output: ok(deletedResource('webhook_endpoint', 'DeletedWebhookEndpoint')),
  touches: { table: 'write' },
  docs: { tag: 'Webhook endpoints', summary: 'Delete a webhook endpoint' },
})

/** Permanent: pending deliveries to the endpoint are cancelled. */
export async function runDeleteWebhookEndpoint(
  _: unknown,
  { mode, id }: Pick<RequestOf<typeof deleteWebhookEndpoint>, 'mode' | 'id'>,
): Promise<Decision<Deleted<'webhook_endpoint'>>> {
  const notFound = () => resourceNotFound('webhook endpoint', id)
  if (!isId('webhookEndpoint', id)) throw notFound()
  return {
    writes: webhookEndpointDeletion({ mode, id }),
    result: presentDeleted('webhook_endpoint', id),
    conflict: notFound,
  }
}
