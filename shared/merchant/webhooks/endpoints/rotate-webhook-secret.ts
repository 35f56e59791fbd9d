import * as z from 'zod'
import { appSecrets } from '../../../http/app-secrets.ts'
import type { RandomBytes } from '../../../kernel/ids.ts'
import type { AuditedDecision } from '../../../kernel/operation/audit.ts'
import { operatorOperation } from '../../../kernel/operation/operator-operation.ts'
import type { Sealed } from '../../../kernel/sealed.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { byId } from '../../../kernel/wire/operator-input.ts'
import {
  rotatedSecrets,
  type WebhookEndpoint,
  webhookSecretContext,
} from '../../../records/outbox/rules/webhook-endpoint.ts'
import { refuseWebhook } from '../rules/webhook-refusals.ts'
import { newWebhookSecret, secretPrefixOf } from '../sending/webhook-secret.ts'
import { webhookEndpointUpdate } from '../store/webhook-endpoint-changes.ts'
import { operatedEndpoint, presentOperatedEndpoint } from '../wire/endpoint-health.ts'
import { endpointOfEitherMode } from './endpoint-of-either-mode.ts'

export const rotateWebhookSecret = operatorOperation({
  name: 'rotate-webhook-secret',
  role: 'owner',
  proof: 'always',
  command: 'endpoints rotate',
  input: byId('the id of an endpoint'),
  output: operatedEndpoint.unwrap().extend({ secret: z.string() }),
  touches: { table: 'write', encrypts: ['app-secrets'], administers: ['audit-log'] },
  docs: {
    summary: 'Rotate the secret of a webhook endpoint. The old secret stays valid for 24 hours',
  },
  needs: (config) => ({ sealSecret: appSecrets(config).seal }),
  /**
   * `secret` is never shown again. Throws `resource_not_found`, and `state_changed` if it is rotated at the same time.
   */
  async run(services: RotateSecretServices, { input: { id } }) {
    const before = await endpointOfEitherMode(services.table, id)
    const { result, ...decision } = await decideRotation(services, before)
    const { endpoint, secret } = result
    return { ...decision, result: { ...presentOperatedEndpoint(endpoint, services.now()), secret } }
  },
})

export type RotateSecretServices = {
  table: Table
  now: () => Date
  randomBytes: RandomBytes
  sealSecret: (secret: string, context: Record<string, string>) => Promise<Sealed>
}

/** The endpoint with another secret, and that secret. */
export async function decideRotation(
  { now, randomBytes, sealSecret }: RotateSecretServices,
  endpoint: WebhookEndpoint,
): Promise<AuditedDecision<{ endpoint: WebhookEndpoint; secret: string }>> {
  const secret = newWebhookSecret(randomBytes)
  const sealed = await sealSecret(secret, webhookSecretContext(endpoint))
  const changes = {
    ...rotatedSecrets(endpoint, { secret: sealed, at: now() }),
    secretPrefix: secretPrefixOf(secret),
  }
  const onlyIf = { secretPrefix: endpoint.secretPrefix }
  const { mode, id: target } = endpoint
  return {
    writes: [webhookEndpointUpdate(endpoint, changes, { onlyIf })],
    changes: [{ mode, action: 'webhook-endpoint.rotate-secret', target }],
    result: { endpoint: { ...endpoint, ...changes }, secret },
    conflict: () => refuseWebhook('secret_changed', { id: target }),
  }
}
