import * as z from 'zod'
import { urlRules } from '../../../http/client/url-rules.ts'
import { noInput, ok } from '../../../kernel/operation/operation.ts'
import { url } from '../../../kernel/wire/url.ts'
import {
  ofEitherMode,
  ofItsMode,
  sharedOperation,
} from '../../../records/settings/shared-operation.ts'
import { operatedEndpoint, presentOperatedEndpoint } from '../wire/endpoint-health.ts'
import {
  endpointEvents,
  presentWebhookEndpoint,
  webhookEndpoint,
} from '../wire/webhook-endpoint.ts'
import { decideEndpointChange } from './change-webhook-endpoint.ts'

const events = endpointEvents('no_types_kept')

export const { merchant: updateWebhookEndpoint, operator: changeEndpoint } = sharedOperation({
  touches: { table: 'write', administers: ['audit-log'] },
  errors: ['state_changed'],
  merchant: {
    name: 'update-webhook-endpoint',
    route: 'PATCH /api/v1/webhook_endpoints/{id}',
    scope: 'webhooks:write',
    input: {
      ...noInput,
      body: z
        .strictObject({
          url,
          events: events.describe('The event types to deliver from now on.'),
          active: z.boolean().describe('Nothing is sent to a disabled endpoint.'),
        })
        .partial(),
    },
    output: ok(webhookEndpoint),
    docs: {
      tag: 'Webhook endpoints',
      summary: 'Change a webhook endpoint',
      description: 'Changes only the fields that you send.',
      example: { events: ['session.paid', 'session.expired'] },
    },
    asks: ({ body, ...endpoint }) => ({ ...body, ...ofItsMode(endpoint) }),
    shows: ({ endpoint }) => presentWebhookEndpoint(endpoint),
  },
  operator: {
    name: 'change-endpoint',
    role: 'owner',
    proof: 'always',
    command: 'endpoints change',
    input: z.strictObject({
      id: z.string().describe('the id of an endpoint'),
      url: url.optional(),
      events: events.optional(),
    }),
    output: operatedEndpoint,
    docs: { summary: 'Change the URL or the event types of a webhook endpoint' },
    asks: (input) => ({ ...input, ...ofEitherMode(input) }),
    shows: ({ endpoint }, { now }) => presentOperatedEndpoint(endpoint, now()),
  },
  needs: (config) => ({ urlRules: urlRules(config) }),
  run: decideEndpointChange,
})
