import * as z from 'zod'
import { appSecrets } from '../../../http/app-secrets.ts'
import { requirePublicUrl, type UrlRules } from '../../../http/client/check-url.ts'
import { urlRules } from '../../../http/client/url-rules.ts'
import { newId, type RandomBytes } from '../../../kernel/ids.ts'
import { type Mode, modes } from '../../../kernel/mode.ts'
import { created, noInput } from '../../../kernel/operation/operation.ts'
import type { Sealed } from '../../../kernel/sealed.ts'
import { url } from '../../../kernel/wire/url.ts'
import { defaultEventTypes } from '../../../records/outbox/rules/event.ts'
import { webhookSecretContext } from '../../../records/outbox/rules/webhook-endpoint.ts'
import {
  maxWebhookEndpoints,
  webhookEndpointCreation,
} from '../../../records/outbox/store/webhook-endpoints.ts'
import { sharedOperation } from '../../../records/settings/shared-operation.ts'
import { refuseWebhook } from '../rules/webhook-refusals.ts'
import { newWebhookSecret, secretPrefixOf } from '../sending/webhook-secret.ts'
import {
  type EndpointWithSecret,
  endpointWithSecret,
  presentOperatedEndpoint,
  presentWithSecret,
} from '../wire/endpoint-health.ts'
import {
  createdWebhookEndpoint,
  endpointEvents,
  presentWebhookEndpoint,
} from '../wire/webhook-endpoint.ts'

const newWebhookEndpoint = z.strictObject({
  url,
  events: endpointEvents('no_types_of_new')
    .default([...defaultEventTypes])
    .describe(
      'The event types to deliver. `session.failed` and `session.unmatched_deposit` are delivered only if you name them.',
    ),
})

export const { merchant: createWebhookEndpoint, operator: addEndpoint } = sharedOperation({
  touches: { table: 'write', encrypts: ['app-secrets'], administers: ['audit-log'] },
  merchant: {
    name: 'create-webhook-endpoint',
    route: 'POST /api/v1/webhook_endpoints',
    scope: 'webhooks:write',
    input: { ...noInput, body: newWebhookEndpoint },
    output: { ...created(createdWebhookEndpoint), sealedBy: appSecrets },
    docs: {
      tag: 'Webhook endpoints',
      summary: 'Create a webhook endpoint',
      description:
        'The response contains the signing secret, which is never shown again. Each mode can have up to 20 endpoints.',
      example: { url: 'https://shop.example/webhooks', events: ['session.paid'] },
    },
    asks: ({ mode, body }) => ({ mode, body }),
    shows: ({ endpoint, secret }) => ({ ...presentWebhookEndpoint(endpoint), secret }),
  },
  operator: {
    name: 'add-endpoint',
    role: 'owner',
    proof: 'always',
    command: 'endpoints create',
    input: newWebhookEndpoint.extend({ mode: z.enum(modes) }),
    output: endpointWithSecret,
    docs: { summary: 'Create a webhook endpoint, whose secret is shown once' },
    asks: ({ mode, ...body }) => ({ mode, body }),
    shows: presentWithSecret,
  },
  needs: (config) => ({ sealSecret: appSecrets(config).seal, urlRules: urlRules(config) }),
  /** Creates an active endpoint with its own secret. Throws `parameter_invalid` for a URL that can't be public. */
  async run(services: CreateEndpointServices, asked: NewEndpoint) {
    requirePublicUrl(asked.body.url, services.urlRules)
    const { mode } = asked
    const created = await newEndpoint(services, asked)
    const { endpoint } = created
    const after = { ...presentOperatedEndpoint(endpoint, services.now()) }
    return {
      writes: webhookEndpointCreation(endpoint),
      changes: [{ mode, action: 'webhook-endpoint.create', target: endpoint.id, after }],
      result: created,
      conflict: () => refuseWebhook('too_many_endpoints', { mode, most: maxWebhookEndpoints }),
    }
  },
})

type CreateEndpointServices = {
  now: () => Date
  randomBytes: RandomBytes
  sealSecret: (secret: string, context: Record<string, string>) => Promise<Sealed>
  urlRules: UrlRules
}

type NewEndpoint = { mode: Mode; body: z.infer<typeof newWebhookEndpoint> }

async function newEndpoint(
  { now, randomBytes, sealSecret }: CreateEndpointServices,
  { mode, body: { url, events } }: NewEndpoint,
): Promise<EndpointWithSecret> {
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
