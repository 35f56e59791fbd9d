import { withoutKey } from '../../../kernel/operation/merchant-request.ts'
import { operatorOperation } from '../../../kernel/operation/operator-operation.ts'
import { deletedResource } from '../../../kernel/wire/deleted.ts'
import { byId } from '../../../kernel/wire/operator-input.ts'
import { deleteWebhookEndpoint } from './delete-webhook-endpoint.ts'
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
  /** Pending deliveries to the endpoint are cancelled. */
  async run(services, { input: { id } }) {
    const { mode } = await endpointOfEitherMode(services.table, id)
    return deleteWebhookEndpoint.run(services, { ...withoutKey, mode, id })
  },
})
