import { appSecrets } from '../../../http/app-secrets.ts'
import type { RandomBytes } from '../../../kernel/ids.ts'
import { noInput, ok } from '../../../kernel/operation/operation.ts'
import type { Sealed } from '../../../kernel/sealed.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { byId } from '../../../kernel/wire/operator-input.ts'
import {
  rotatedSecrets,
  webhookSecretContext,
} from '../../../records/outbox/rules/webhook-endpoint.ts'
import {
  type Named,
  ofEitherMode,
  ofItsMode,
  sharedOperation,
} from '../../../records/settings/shared-operation.ts'
import { refuseWebhook } from '../rules/webhook-refusals.ts'
import { newWebhookSecret, secretPrefixOf } from '../sending/webhook-secret.ts'
import { webhookEndpointUpdate } from '../store/webhook-endpoint-changes.ts'
import { endpointWithSecret, presentWithSecret } from '../wire/endpoint-health.ts'
import { createdWebhookEndpoint, presentWebhookEndpoint } from '../wire/webhook-endpoint.ts'
import { requireEndpoint } from './require-endpoint.ts'

export const { merchant: rotateEndpointSecret, operator: rotateWebhookSecret } = sharedOperation({
  touches: { table: 'write', encrypts: ['app-secrets'], administers: ['audit-log'] },
  errors: ['state_changed'],
  merchant: {
    name: 'rotate-endpoint-secret',
    route: 'POST /api/v1/webhook_endpoints/{id}/rotate_secret',
    scope: 'webhooks:write',
    input: noInput,
    output: { ...ok(createdWebhookEndpoint), sealedBy: appSecrets },
    docs: {
      tag: 'Webhook endpoints',
      summary: 'Rotate the secret of an endpoint',
      description:
        'The response contains the new signing secret, which is never shown again. For 24 hours, deliveries are signed with the old one as well.',
    },
    asks: ofItsMode,
    shows: ({ endpoint, secret }) => ({ ...presentWebhookEndpoint(endpoint), secret }),
  },
  operator: {
    name: 'rotate-webhook-secret',
    role: 'owner',
    proof: 'always',
    command: 'endpoints rotate',
    input: byId('the id of an endpoint'),
    output: endpointWithSecret,
    docs: {
      summary: 'Rotate the secret of a webhook endpoint. The old secret stays valid for 24 hours',
    },
    asks: ofEitherMode,
    shows: presentWithSecret,
  },
  needs: (config) => ({ sealSecret: appSecrets(config).seal }),
  /** Throws `resource_not_found`, and `state_changed` if it is rotated at the same time. */
  async run({ table, now, randomBytes, sealSecret }: RotateSecretServices, asked: Named) {
    const endpoint = await requireEndpoint(table, asked)
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
  },
})

type RotateSecretServices = {
  table: Table
  now: () => Date
  randomBytes: RandomBytes
  sealSecret: (secret: string, context: Record<string, string>) => Promise<Sealed>
}
