import { resourceNotFound } from '../../../kernel/errors.ts'
import { newId, type RandomBytes } from '../../../kernel/ids.ts'
import type { Mode } from '../../../kernel/mode.ts'
import { accepted, noInput } from '../../../kernel/operation/operation.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { presentCheckoutSession } from '../../../payments/checkout-sessions/wire/checkout-session.ts'
import { queueingDeliveries } from '../../../records/outbox/delivery-queue.ts'
import type { Event } from '../../../records/outbox/rules/event.ts'
import {
  newDelivery,
  type WebhookDelivery,
} from '../../../records/outbox/rules/webhook-delivery.ts'
import { deliveryWrite } from '../../../records/outbox/store/deliveries.ts'
import { syntheticEventCreation } from '../../../records/outbox/store/events.ts'
import { loadWebhookEndpoint } from '../../../records/outbox/store/webhook-endpoints.ts'
import { merchantOperation } from '../../../records/settings/merchant-operation.ts'
import type { Settings } from '../../../records/settings/rules/settings.ts'
import { presentTestEvent, testEvent } from '../../events/wire/event.ts'
import { syntheticSession } from '../rules/synthetic-session.ts'
import { requireActive } from './require-active-endpoint.ts'

export const testWebhookEndpoint = merchantOperation({
  name: 'test-webhook-endpoint',
  route: 'POST /api/v1/webhook_endpoints/{id}/test',
  scope: 'webhooks:write',
  input: noInput,
  output: accepted(testEvent),
  errors: ['state_changed'],
  touches: { table: 'write', sends: ['webhook-deliveries'], administers: ['events'] },
  docs: {
    tag: 'Webhook endpoints',
    summary: 'Send a test event',
    description:
      'Sends a synthetic `session.paid` event (`data.synthetic` is true) to the endpoint. The delivery is asynchronous.',
  },
  needs: queueingDeliveries,
  /** Sends it like any other event, whatever the endpoint is subscribed to. Throws `state_changed` if it is disabled. */
  async run(services: TestEndpointServices, { mode, id }) {
    const endpoint = await loadWebhookEndpoint(services.table, mode, id)
    if (!endpoint) throw resourceNotFound('webhook endpoint', id)
    requireActive(endpoint)
    const event = syntheticEvent(services, await services.settings(mode), mode)
    const delivery = newDelivery({ event, endpoint }, event.createdAt, services.randomBytes)
    return {
      writes: [syntheticEventCreation(event), deliveryWrite(delivery)],
      result: presentTestEvent(event, delivery),
      after: () => services.enqueueDeliveries([delivery]),
    }
  },
})

export type TestEndpointServices = {
  table: Table
  now: () => Date
  randomBytes: RandomBytes
  settings: (mode: Mode) => Promise<Settings>
  /** Sends committed deliveries to the queue. */
  enqueueDeliveries: (deliveries: readonly WebhookDelivery[]) => Promise<void>
}

function syntheticEvent(
  { now, randomBytes }: TestEndpointServices,
  { baseUrl }: Settings,
  mode: Mode,
): Event {
  const createdAt = now()
  const session = syntheticSession(mode, createdAt)
  const wire = presentCheckoutSession(session, { baseUrl })
  return {
    id: newId('event', createdAt, randomBytes),
    mode,
    type: 'session.paid',
    sessionId: session.id,
    data: { ...wire, sequence: session.sequence, synthetic: true },
    createdAt,
  }
}
