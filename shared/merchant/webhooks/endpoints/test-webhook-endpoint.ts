import * as z from 'zod'
import { newId, type RandomBytes } from '../../../kernel/ids.ts'
import type { Mode } from '../../../kernel/mode.ts'
import { accepted, noInput } from '../../../kernel/operation/operation.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { byId } from '../../../kernel/wire/operator-input.ts'
import { presentCheckoutSession } from '../../../payments/checkout-sessions/wire/checkout-session.ts'
import { queueingDeliveries } from '../../../records/outbox/delivery-queue.ts'
import type { Event } from '../../../records/outbox/rules/event.ts'
import {
  newDelivery,
  type WebhookDelivery,
} from '../../../records/outbox/rules/webhook-delivery.ts'
import { deliveryWrite } from '../../../records/outbox/store/deliveries.ts'
import { syntheticEventCreation } from '../../../records/outbox/store/events.ts'
import type { Settings } from '../../../records/settings/rules/settings.ts'
import { readingSettings } from '../../../records/settings/settings-of.ts'
import {
  type Named,
  ofEitherMode,
  ofItsMode,
  sharedOperation,
} from '../../../records/settings/shared-operation.ts'
import { presentTestEvent, testEvent } from '../../events/wire/event.ts'
import { syntheticSession } from '../rules/synthetic-session.ts'
import { requireActive } from './require-active-endpoint.ts'
import { requireEndpoint } from './require-endpoint.ts'

export const { merchant: testWebhookEndpoint, operator: sendTestEvent } = sharedOperation({
  touches: { table: 'write', sends: ['webhook-deliveries'], administers: ['events'] },
  errors: ['state_changed'],
  merchant: {
    name: 'test-webhook-endpoint',
    route: 'POST /api/v1/webhook_endpoints/{id}/test',
    scope: 'webhooks:write',
    input: noInput,
    output: accepted(testEvent),
    docs: {
      tag: 'Webhook endpoints',
      summary: 'Send a test event',
      description:
        'Sends a synthetic `session.paid` event (`data.synthetic` is true) to the endpoint. The delivery is asynchronous.',
    },
    audits: () => false,
    asks: ofItsMode,
    shows: ({ event, delivery }) => presentTestEvent(event, delivery),
  },
  operator: {
    name: 'send-test-event',
    role: 'operator',
    command: 'endpoints test',
    input: byId('the id of an endpoint'),
    output: z.object({ eventId: z.string(), deliveryId: z.string() }),
    docs: { summary: 'Send a synthetic session.paid event to a webhook endpoint' },
    asks: ofEitherMode,
    shows: ({ event, delivery }) => ({ eventId: event.id, deliveryId: delivery.id }),
  },
  needs: (config, given) => ({ ...readingSettings(config, given), ...queueingDeliveries(config) }),
  /** Sends it like any other event, whatever the endpoint is subscribed to. Throws `state_changed` if it is disabled. */
  async run(services: TestEndpointServices, asked: Named) {
    const endpoint = await requireEndpoint(services.table, asked)
    requireActive(endpoint)
    const { mode, id: target } = endpoint
    const event = syntheticEvent(services, await services.settings(mode), mode)
    const delivery = newDelivery({ event, endpoint }, event.createdAt, services.randomBytes)
    const after = { deliveryId: delivery.id }
    return {
      writes: [syntheticEventCreation(event), deliveryWrite(delivery)],
      changes: [{ mode, action: 'webhook-endpoint.test', target, after }],
      result: { event, delivery },
      after: () => services.enqueueDeliveries([delivery]),
    }
  },
})

type TestEndpointServices = {
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
