import * as z from 'zod'
import type { Mode } from '../../../kernel/mode.ts'
import { getItems } from '../../../kernel/store/get-items.ts'
import { type Key, keys } from '../../../kernel/store/keys.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Event } from '../../../records/outbox/rules/event.ts'
import type { WebhookDelivery } from '../../../records/outbox/rules/webhook-delivery.ts'
import type { WebhookEndpoint } from '../../../records/outbox/rules/webhook-endpoint.ts'
import { deliveryCodec } from '../../../records/outbox/store/deliveries.ts'
import { eventCodec } from '../../../records/outbox/store/events.ts'
import { outboxKeys } from '../../../records/outbox/store/keys.ts'
import { webhookEndpointCodec } from '../../../records/outbox/store/webhook-endpoints.ts'
import type { SendSlot } from '../rules/send-slots.ts'
import { webhookKeys } from './keys.ts'
import { slotCodec } from './send-slots.ts'

const slotSetting = z.lazy(() => z.object({ webhookSendsInFlight: z.int().optional() }))

export type DeliveryContextIds = {
  mode: Mode
  deliveryId: string
  endpointId: string
  eventId: string
}

/** Everything that an attempt depends on, as far as it exists. */
export type DeliveryContext = {
  delivery: WebhookDelivery | undefined
  endpoint: WebhookEndpoint | undefined
  event: Event | undefined
  /** The slots that are or were held, of those asked for. */
  slots: SendSlot[]
  /** How many slots the mode's settings give each endpoint, if they say so. */
  slotCount: number | undefined
}

/**
 * Reads a delivery with its endpoint, its event, some of the endpoint's send slots and the settings of its mode (all
 * consistent) in one round trip.
 */
export async function loadDeliveryContext(
  table: Table,
  ids: DeliveryContextIds,
  slotNumbers: readonly number[],
): Promise<DeliveryContext> {
  const { mode, deliveryId, endpointId, eventId } = ids
  const delivery = outboxKeys.delivery(mode, deliveryId)
  const endpoint = outboxKeys.webhookEndpoint(mode, endpointId)
  const event = outboxKeys.event(mode, eventId)
  const slots = slotNumbers.map((number) => webhookKeys.sendSlot(mode, endpointId, number))
  const settings = keys.settings(mode)
  const wanted = [delivery, endpoint, event, settings, ...slots]
  const items = await getItems(table, wanted, { consistent: true })
  const find = (key: Key) => items.find(({ pk, sk }) => pk === key.pk && sk === key.sk)
  const [deliveryItem, endpointItem, eventItem] = [delivery, endpoint, event].map(find)
  return {
    delivery: deliveryItem && deliveryCodec.parse(deliveryItem),
    endpoint: endpointItem && webhookEndpointCodec.parse(endpointItem),
    event: eventItem && eventCodec.parse(eventItem),
    slotCount: slotSetting.parse(find(settings) ?? {}).webhookSendsInFlight,
    slots: slots.flatMap((key) => find(key) ?? []).map((item) => slotCodec.parse(item)),
  }
}
