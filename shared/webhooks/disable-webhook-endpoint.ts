import type { Decision } from '../kernel/operation/commit.ts'
import { operatorOperation } from '../kernel/operation/operation.ts'
import type { OperatorInputOf } from '../operators/operator-request.ts'
import { byId } from '../operators/wire/operator-input.ts'
import { type ChangeEndpointServices, decideEndpointChange } from './change-webhook-endpoint.ts'
import { endpointOfEitherMode } from './endpoint-of-either-mode.ts'
import {
  type OperatedEndpointBody,
  operatedEndpoint,
  presentOperatedEndpoint,
} from './wire/endpoint-health.ts'

export const disableWebhookEndpoint = operatorOperation({
  name: 'disable-webhook-endpoint',
  role: 'owner',
  stepUp: true,
  command: 'endpoints disable',
  input: byId('the id of an endpoint'),
  output: operatedEndpoint,
  touches: { table: 'write' },
  docs: { summary: 'Disable a webhook endpoint' },
})

export async function runDisableWebhookEndpoint(
  services: ChangeEndpointServices,
  { input }: OperatorInputOf<typeof disableWebhookEndpoint>,
): Promise<Decision<OperatedEndpointBody>> {
  const { mode, id } = await endpointOfEitherMode(services.table, input.id)
  const change = { mode, id, active: false }
  const { result, ...decision } = await decideEndpointChange(services, change)
  return { ...decision, result: presentOperatedEndpoint(result.endpoint, services.now()) }
}
