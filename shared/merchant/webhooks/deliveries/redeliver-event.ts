import * as z from 'zod'
import { resourceNotFound } from '../../../kernel/errors.ts'
import type { RandomBytes } from '../../../kernel/ids.ts'
import { merchant } from '../../../kernel/operation/caller.ts'
import type { Decision } from '../../../kernel/operation/commit.ts'
import type { RequestOf } from '../../../kernel/operation/merchant-request.ts'
import { accepted, noInput, operation } from '../../../kernel/operation/operation.ts'
import { id } from '../../../kernel/wire/primitives.ts'
import { newDelivery } from '../../../records/outbox/rules/webhook-delivery.ts'
import { deliveryWrite } from '../../../records/outbox/store/deliveries.ts'
import { listDeliveriesOfEvent } from '../../../records/outbox/store/delivery-lists.ts'
import { loadEvent } from '../../../records/outbox/store/events.ts'
import { loadWebhookEndpoint } from '../../../records/outbox/store/webhook-endpoints.ts'
import { requireActive } from '../endpoints/require-active-endpoint.ts'
import {
  presentWebhookDelivery,
  type WebhookDeliveryBody,
  webhookDelivery,
} from '../wire/webhook-delivery.ts'
import { decideReplay, type ReplayServices } from './replay-delivery.ts'

export const redeliverEvent = operation({
  name: 'redeliver-event',
  route: 'POST /api/v1/events/{id}/redeliver',
  caller: merchant('webhooks:write'),
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
})

/** Throws `resource_not_found`, and `state_changed` if the endpoint is disabled or an attempt is under way. */
export async function runRedeliverEvent(
  services: ReplayServices & { randomBytes: RandomBytes },
  {
    mode,
    id,
    body: { endpointId },
  }: Pick<RequestOf<typeof redeliverEvent>, 'mode' | 'id' | 'body'>,
): Promise<Decision<WebhookDeliveryBody>> {
  const { table, now, randomBytes, enqueueDeliveries } = services
  const [event, endpoint, deliveries] = await Promise.all([
    loadEvent(table, mode, id),
    loadWebhookEndpoint(table, mode, endpointId),
    listDeliveriesOfEvent(table, { mode, eventId: id }),
  ])
  if (!event) throw resourceNotFound('event', id)
  if (!endpoint) throw resourceNotFound('webhook endpoint', endpointId)
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
}
