import * as z from 'zod'
import { withoutKey } from '../../../kernel/operation/merchant-request.ts'
import { operatorOperation } from '../../../kernel/operation/operator-operation.ts'
import { byId } from '../../../kernel/wire/operator-input.ts'
import { queueingDeliveries } from '../../../records/outbox/delivery-queue.ts'
import { readingSettings } from '../../../records/settings/settings-of.ts'
import { endpointOfEitherMode } from './endpoint-of-either-mode.ts'
import { type TestEndpointServices, testWebhookEndpoint } from './test-webhook-endpoint.ts'

const sent = z.object({ eventId: z.string(), deliveryId: z.string() })

export const sendTestEvent = operatorOperation({
  name: 'send-test-event',
  role: 'operator',
  command: 'endpoints test',
  input: byId('the id of an endpoint'),
  output: sent,
  touches: { table: 'write', sends: ['webhook-deliveries'], administers: ['audit-log', 'events'] },
  docs: { summary: 'Send a synthetic session.paid event to a webhook endpoint' },
  needs: (config, given) => ({ ...readingSettings(config, given), ...queueingDeliveries(config) }),
  /** The delivery is asynchronous. Throws `state_changed` if the endpoint is disabled. */
  async run(services: TestEndpointServices, { input: { id } }) {
    const { mode } = await endpointOfEitherMode(services.table, id)
    const { result, ...decision } = await testWebhookEndpoint.run(services, {
      ...withoutKey,
      mode,
      id,
    })
    const { id: eventId, deliveryId } = result
    return {
      ...decision,
      changes: [{ mode, action: 'webhook-endpoint.test', target: id, after: { deliveryId } }],
      result: { eventId, deliveryId },
    }
  },
})
