import * as z from 'zod'
import type { AuditedDecision } from '../../../kernel/operation/audit.ts'
import { merchant } from '../../../kernel/operation/caller.ts'
import type { RequestOf } from '../../../kernel/operation/merchant-request.ts'
import { noInput, ok, operation } from '../../../kernel/operation/operation.ts'
import { url } from '../../../kernel/wire/url.ts'
import {
  endpointEvents,
  presentWebhookEndpoint,
  type WebhookEndpointBody,
  webhookEndpoint,
} from '../wire/webhook-endpoint.ts'
import { type ChangeEndpointServices, decideEndpointChange } from './change-webhook-endpoint.ts'

export const updateWebhookEndpoint = operation({
  name: 'update-webhook-endpoint',
  route: 'PATCH /api/v1/webhook_endpoints/{id}',
  caller: merchant('webhooks:write'),
  input: {
    ...noInput,
    body: z
      .strictObject({
        url,
        events: endpointEvents('leave it out to keep them').describe(
          'The event types to deliver from now on.',
        ),
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
})

export async function runUpdateWebhookEndpoint(
  services: ChangeEndpointServices,
  { mode, id, body }: RequestOf<typeof updateWebhookEndpoint>,
): Promise<AuditedDecision<WebhookEndpointBody>> {
  const { result, ...decision } = await decideEndpointChange(services, { mode, id, ...body })
  return { ...decision, result: presentWebhookEndpoint(result.endpoint) }
}
