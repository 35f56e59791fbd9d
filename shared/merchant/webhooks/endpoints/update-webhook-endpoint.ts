import * as z from 'zod'
import { urlRules } from '../../../http/client/url-rules.ts'
import { noInput, ok } from '../../../kernel/operation/operation.ts'
import { url } from '../../../kernel/wire/url.ts'
import { merchantOperation } from '../../../records/settings/merchant-operation.ts'
import {
  endpointEvents,
  presentWebhookEndpoint,
  webhookEndpoint,
} from '../wire/webhook-endpoint.ts'
import { type ChangeEndpointServices, decideEndpointChange } from './change-webhook-endpoint.ts'

export const updateWebhookEndpoint = merchantOperation({
  name: 'update-webhook-endpoint',
  route: 'PATCH /api/v1/webhook_endpoints/{id}',
  scope: 'webhooks:write',
  input: {
    ...noInput,
    body: z
      .strictObject({
        url,
        events: endpointEvents('no_types_kept').describe('The event types to deliver from now on.'),
        active: z.boolean().describe('Nothing is sent to a disabled endpoint.'),
      })
      .partial(),
  },
  output: ok(webhookEndpoint),
  errors: ['state_changed'],
  touches: { table: 'write', administers: ['audit-log'] },
  docs: {
    tag: 'Webhook endpoints',
    summary: 'Change a webhook endpoint',
    description: 'Changes only the fields that you send.',
    example: { events: ['session.paid', 'session.expired'] },
  },
  needs: (config) => ({ urlRules: urlRules(config) }),
  async run(services: ChangeEndpointServices, { mode, id, body }) {
    const { result, ...decision } = await decideEndpointChange(services, { mode, id, ...body })
    return { ...decision, result: presentWebhookEndpoint(result.endpoint) }
  },
})
