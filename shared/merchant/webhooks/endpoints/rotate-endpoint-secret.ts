import { appSecrets } from '../../../http/app-secrets.ts'
import { resourceNotFound } from '../../../kernel/errors.ts'
import { noInput, ok } from '../../../kernel/operation/operation.ts'
import { loadWebhookEndpoint } from '../../../records/outbox/store/webhook-endpoints.ts'
import { merchantOperation } from '../../../records/settings/merchant-operation.ts'
import { createdWebhookEndpoint, presentWebhookEndpoint } from '../wire/webhook-endpoint.ts'
import { decideRotation, type RotateSecretServices } from './rotate-webhook-secret.ts'

export const rotateEndpointSecret = merchantOperation({
  name: 'rotate-endpoint-secret',
  route: 'POST /api/v1/webhook_endpoints/{id}/rotate_secret',
  scope: 'webhooks:write',
  input: noInput,
  output: { ...ok(createdWebhookEndpoint), sealedBy: appSecrets },
  errors: ['state_changed'],
  touches: { table: 'write', administers: ['audit-log'] },
  docs: {
    tag: 'Webhook endpoints',
    summary: 'Rotate the secret of an endpoint',
    description:
      'The response contains the new signing secret, which is never shown again. For 24 hours, deliveries are signed with the old one as well.',
  },
  needs: (config) => ({ sealSecret: appSecrets(config).seal }),
  /** Throws `resource_not_found`, and `state_changed` if it is rotated at the same time. */
  async run(services: RotateSecretServices, { mode, id }) {
    const before = await loadWebhookEndpoint(services.table, mode, id)
    if (!before) throw resourceNotFound('webhook endpoint', id)
    const { result, ...decision } = await decideRotation(services, before)
    const { endpoint, secret } = result
    return { ...decision, result: { ...presentWebhookEndpoint(endpoint), secret } }
  },
})
