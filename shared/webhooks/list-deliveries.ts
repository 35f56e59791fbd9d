import type { Mode } from '../kernel/mode.ts'
import type { Table } from '../kernel/store/table.ts'
import type { DeliveryStatus, WebhookDelivery } from './rules/webhook-delivery.ts'
import { listDeliveriesOfEndpoint, listDeliveriesOfEvent } from './store/delivery-lists.ts'
import { listWebhookEndpoints } from './store/webhook-endpoints.ts'

export type ListDeliveries = {
  mode: Mode
  endpointId?: string | undefined
  eventId?: string | undefined
  status?: DeliveryStatus | undefined
  limit: number
}

/** The newest deliveries of a mode, newest first: to one endpoint or to all there are, of one event, of one status. */
export async function listDeliveries(
  table: Table,
  input: ListDeliveries,
): Promise<WebhookDelivery[]> {
  const { status, endpointId, limit } = input
  const candidates = await (input.eventId === undefined
    ? ofEndpoints(table, input)
    : listDeliveriesOfEvent(table, { mode: input.mode, eventId: input.eventId }))
  return candidates
    .filter((delivery) => status === undefined || delivery.status === status)
    .filter((delivery) => endpointId === undefined || delivery.endpointId === endpointId)
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, limit)
}

async function ofEndpoints(
  table: Table,
  { mode, endpointId, status, limit }: ListDeliveries,
): Promise<WebhookDelivery[]> {
  const all = endpointId === undefined ? await listWebhookEndpoints(table, mode) : []
  const ids = endpointId === undefined ? all.map(({ id }) => id) : [endpointId]
  const lists = await Promise.all(
    ids.map((id) => listDeliveriesOfEndpoint(table, { mode, endpointId: id }, { status, limit })),
  )
  return lists.flat()
}
