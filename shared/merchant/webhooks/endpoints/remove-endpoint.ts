import type { AuditedDecision } from '../../../kernel/operation/audit.ts'
import { operatorOperation } from '../../../kernel/operation/operation.ts'
import type { OperatorInputOf } from '../../../kernel/operation/operator-request.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { type Deleted, deletedResource } from '../../../kernel/wire/deleted.ts'
import { byId } from '../../../kernel/wire/operator-input.ts'
import { runDeleteWebhookEndpoint } from './delete-webhook-endpoint.ts'
import { endpointOfEitherMode } from './endpoint-of-either-mode.ts'

export const removeEndpoint = operatorOperation({
  name: 'remove-endpoint',
  role: 'owner',
  proof: 'always',
  command: 'endpoints delete',
  input: byId('the id of an endpoint'),
  output: deletedResource('webhook_endpoint', 'RemovedEndpoint'),
  touches: { table: 'write', administers: ['audit-log'] },
  docs: { summary: 'Delete a webhook endpoint permanently' },
})

/** Pending deliveries to the endpoint are cancelled. */
export async function runRemoveEndpoint(
  services: { table: Table },
  { input: { id } }: OperatorInputOf<typeof removeEndpoint>,
): Promise<AuditedDecision<Deleted<'webhook_endpoint'>>> {
  const { mode } = await endpointOfEitherMode(services.table, id)
  return runDeleteWebhookEndpoint(services, { mode, id })
}
