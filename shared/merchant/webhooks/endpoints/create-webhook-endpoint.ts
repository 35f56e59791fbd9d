import * as z from 'zod'
import { appSecrets } from '../../../http/app-secrets.ts'
import { requirePublicUrl, type UrlRules } from '../../../http/client/check-url.ts'
import { urlRules } from '../../../http/client/url-rules.ts'
import { newId, type RandomBytes } from '../../../kernel/ids.ts'
import type { Mode } from '../../../kernel/mode.ts'
import type { AuditedDecision } from '../../../kernel/operation/audit.ts'
import { created, noInput } from '../../../kernel/operation/operation.ts'
import type { Sealed } from '../../../kernel/sealed.ts'
import { url } from '../../../kernel/wire/url.ts'
import { defaultEventTypes } from '../../../records/outbox/rules/event.ts'
import {
  type WebhookEndpoint,
  webhookSecretContext,
} from '../../../records/outbox/rules/webhook-endpoint.ts'
import {
  maxWebhookEndpoints,
  webhookEndpointCreation,
} from '../../../records/outbox/store/webhook-endpoints.ts'
import { merchantOperation } from '../../../records/settings/merchant-operation.ts'
import { refuseWebhook } from '../rules/webhook-refusals.ts'
import { newWebhookSecret, secretPrefixOf } from '../sending/webhook-secret.ts'
import { presentOperatedEndpoint } from '../wire/endpoint-health.ts'
import {
  createdWebhookEndpoint,
  endpointEvents,
  presentWebhookEndpoint,
} from '../wire/webhook-endpoint.ts'

export const newWebhookEndpoint = z.strictObject({
  url,
  events: endpointEvents('no_types_of_new')
    .default([...defaultEventTypes])
    .describe(
      'The event types to deliver. `session.failed` and `session.unmatched_deposit` are delivered only if you name them.',
    ),
})

export const createWebhookEndpoint = merchantOperation({
  name: 'create-webhook-endpoint',
  route: 'POST /api/v1/webhook_endpoints',
  scope: 'webhooks:write',
  input: { ...noInput, body: newWebhookEndpoint },
  output: { ...created(createdWebhookEndpoint), sealedBy: appSecrets },
  touches: { table: 'write', administers: ['audit-log'] },
  docs: {
    tag: 'Webhook endpoints',
    summary: 'Create a webhook endpoint',
    description:
      'The response contains the signing secret, which is never shown again. Each mode can have up to 20 endpoints.',
    example: { url: 'https://shop.example/webhooks', events: ['session.paid'] },
  },
  needs: (config) => ({ sealSecret: appSecrets(config).seal, urlRules: urlRules(config) }),
  /** Creates an active endpoint with its own secret. Throws `parameter_invalid` for a URL that can't be public. */
  async run(services: CreateEndpointServices, request) {
    const { result, ...decision } = await decideEndpointCreation(services, request)
    const { endpoint, secret } = result
    return { ...decision, result: { ...presentWebhookEndpoint(endpoint), secret } }
  },
})

export type CreateEndpointServices = {
  now: () => Date
  randomBytes: RandomBytes
  sealSecret: (secret: string, context: Record<string, string>) => Promise<Sealed>
  urlRules: UrlRules
}

type NewEndpoint = { mode: Mode; body: z.infer<typeof newWebhookEndpoint> }

/** The decision to create an endpoint, with the endpoint itself. */
export async function decideEndpointCreation(
  services: CreateEndpointServices,
  request: NewEndpoint,
): Promise<AuditedDecision<{ endpoint: WebhookEndpoint; secret: string }>> {
  requirePublicUrl(request.body.url, services.urlRules)
  const { mode } = request
  const created = await newEndpoint(services, request)
  const { endpoint } = created
  const after = { ...presentOperatedEndpoint(endpoint, services.now()) }
  return {
    writes: webhookEndpointCreation(endpoint),
    changes: [{ mode, action: 'webhook-endpoint.create', target: endpoint.id, after }],
    result: created,
    conflict: () => refuseWebhook('too_many_endpoints', { mode, most: maxWebhookEndpoints }),
  }
}

async function newEndpoint(
  { now, randomBytes, sealSecret }: CreateEndpointServices,
  { mode, body: { url, events } }: NewEndpoint,
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  const createdAt = now()
  const id = newId('webhookEndpoint', createdAt, randomBytes)
  const secret = newWebhookSecret(randomBytes)
  const endpoint = {
    id,
    mode,
    url,
    events: [...new Set(events)],
    active: true,
    secret: await sealSecret(secret, webhookSecretContext({ mode, id })),
    secretPrefix: secretPrefixOf(secret),
    previousSecrets: [],
    inactiveReason: null,
    inactiveSince: null,
    failingSince: null,
    createdAt,
  }
  return { endpoint, secret }
}
