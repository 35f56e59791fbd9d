import type { AuditedDecision } from '../../../kernel/operation/audit.ts'
import { operatorOperation } from '../../../kernel/operation/operation.ts'
import type { OperatorInputOf } from '../../../kernel/operation/operator-request.ts'
import { byId } from '../../../kernel/wire/operator-input.ts'
import {
  type OperatedEndpointBody,
  operatedEndpoint,
  presentOperatedEndpoint,
} from '../wire/endpoint-health.ts'
import { type ChangeEndpointServices, decideEndpointChange } from './change-webhook-endpoint.ts'
import { endpointOfEitherMode } from './endpoint-of-either-mode.ts'

export const disableWebhookEndpoint = operatorOperation({
  name: 'disable-webhook-endpoint',
  role: 'owner',
  proof: 'always',
  command: 'endpoints disable',
  input: byId('the id of an endpoint'),
  output: operatedEndpoint,
  touches: { table: 'write', administers: ['audit-log'] },
  docs: { summary: 'Disable a webhook endpoint' },
})

export async function runDisableWebhookEndpoint(
  services: ChangeEndpointServices,
  { input }: OperatorInputOf<typeof disableWebhookEndpoint>,
): Promise<AuditedDecision<OperatedEndpointBody>> {
  const { mode, id } = await endpointOfEitherMode(services.table, input.id)
  const change = { mode, id, active: false }
  const { result, ...decision } = await decideEndpointChange(services, change)
  return { ...decision, result: presentOperatedEndpoint(result.endpoint, services.now()) }
}
