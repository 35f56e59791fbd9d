import { operatorOperation } from '../../../kernel/operation/operator-operation.ts'
import { byId } from '../../../kernel/wire/operator-input.ts'
import { listAttemptsAtEndpoint } from '../../../records/outbox/store/delivery-attempts.ts'
import { ofEitherMode } from '../../../records/settings/shared-operation.ts'
import { endpointHealth, presentEndpointHealth } from '../wire/endpoint-health.ts'
import { requireEndpoint } from './require-endpoint.ts'

export const showEndpointHealth = operatorOperation({
  name: 'show-endpoint-health',
  role: 'viewer',
  command: 'endpoints show',
  input: byId('the id of an endpoint'),
  output: endpointHealth,
  touches: { table: 'read' },
  docs: { summary: 'Show a webhook endpoint with its latest 50 attempts' },
  async run({ table, now }, { input }) {
    const endpoint = await requireEndpoint(table, ofEitherMode(input))
    const { mode, id: endpointId } = endpoint
    const latest = await listAttemptsAtEndpoint(table, { mode, endpointId })
    return { result: presentEndpointHealth(endpoint, latest, now()) }
  },
})
