import * as z from 'zod'
import { modes } from '../../../kernel/mode.ts'
import type { AuditedDecision } from '../../../kernel/operation/audit.ts'
import { operatorOperation } from '../../../kernel/operation/operation.ts'
import type { OperatorInputOf } from '../../../kernel/operation/operator-request.ts'
import {
  type OperatedEndpointBody,
  operatedEndpoint,
  presentOperatedEndpoint,
} from '../wire/endpoint-health.ts'
import {
  type CreateEndpointServices,
  decideEndpointCreation,
  newWebhookEndpoint,
} from './create-webhook-endpoint.ts'

export const addEndpoint = operatorOperation({
  name: 'add-endpoint',
  role: 'owner',
  proof: 'always',
  command: 'endpoints create',
  input: newWebhookEndpoint.extend({ mode: z.enum(modes) }),
  output: operatedEndpoint.unwrap().extend({ secret: z.string() }),
  touches: { table: 'write', encrypts: ['app-secrets'], administers: ['audit-log'] },
  docs: { summary: 'Create a webhook endpoint, whose secret is shown once' },
})

/** `secret` is never shown again. */
export async function runAddEndpoint(
  services: CreateEndpointServices,
  { input: { mode, ...body } }: OperatorInputOf<typeof addEndpoint>,
): Promise<AuditedDecision<OperatedEndpointBody & { secret: string }>> {
  const { result, ...decision } = await decideEndpointCreation(services, { mode, body })
  const shown = presentOperatedEndpoint(result.endpoint, services.now())
  return { ...decision, result: { ...shown, secret: result.secret } }
}
