import * as z from 'zod'
import { resourceNotFound } from '../../../kernel/errors.ts'
import type { RandomBytes } from '../../../kernel/ids.ts'
import { accepted, noInput } from '../../../kernel/operation/operation.ts'
import { id } from '../../../kernel/wire/primitives.ts'
import { queueingDeliveries } from '../../../records/outbox/delivery-queue.ts'
import { newDelivery } from '../../../records/outbox/rules/webhook-delivery.ts'
import { deliveryWrite } from '../../../records/outbox/store/deliveries.ts'
import { listDeliveriesOfEvent } from '../../../records/outbox/store/delivery-lists.ts'
import { loadEvent } from '../../../records/outbox/store/events.ts'
import { loadWebhookEndpoint } from '../../../records/outbox/store/webhook-endpoints.ts'
import { merchantOperation } from '../../../records/settings/merchant-operation.ts'
import { requireActive } from '../endpoints/require-active-endpoint.ts'
import { presentWebhookDelivery, webhookDelivery } from '../wire/webhook-delivery.ts'
import { decideReplay, type ReplayServices } from './replay-delivery.ts'

export const redeliverEvent = merchantOperation({
  name: 'redeliver-event',
  route: 'POST /api/v1/events/{id}/redeliver',
  scope: 'webhooks:write',
  input: {
    ...noInput,
    body: z.strictObject({ endpointId: id.describe('The webhook endpoint that gets it again.') }),
  },
  output: accepted(webhookDelivery),
  errors: ['state_changed'],
  touches: { table: 'write', sends: ['webhook-deliveries'] },
  docs: {
    tag: 'Events',
    summary: 'Send an event to an endpoint again',
    description:
      'Sends the same event, signed again, with a full schedule of attempts, whatever the outcome of earlier ones and whatever the endpoint is subscribed to. Receivers know it by its id. The delivery is asynchronous.',
    example: { endpointId: 'we_01KJMFE3E0C3D5E7F9G1H3J5KM' },
  },
  needs: queueingDeliveries,
  /** Throws `resource_not_found`, and `state_changed` if the endpoint is disabled or an attempt is under way. */
  async run(
    services: ReplayServices & { randomBytes: RandomBytes },
    { mode, id, body: { endpointId } },
  ) {
    const { table, now, randomBytes, enqueueDeliveries } = services
    const [event, endpoint, deliveries] = await Promise.all([
      loadEvent(table, mode, id),
      loadWebhookEndpoint(table, mode, endpointId),
      listDeliveriesOfEvent(table, { mode, eventId: id }),
    ])
    if (!event) throw resourceNotFound('event', id)
    if (!endpoint) throw resourceNotFound('webhook endpoint', endpointId, { param: 'endpointId' })
    requireActive(endpoint)
    const sent = deliveries.find((delivery) => delivery.endpointId === endpointId)
    if (sent) {
      const { again, ...decision } = decideReplay(services, sent)
      return { ...decision, result: presentWebhookDelivery(again) }
    }
    const delivery = newDelivery({ event, endpoint }, now(), randomBytes)
    return {
      writes: [deliveryWrite(delivery)],
      result: presentWebhookDelivery(delivery),
      after: () => enqueueDeliveries([delivery]),
    }
  },
})
