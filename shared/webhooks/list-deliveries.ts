import * as z from 'zod'
import type { Mode } from '../kernel/mode.ts'
import type { Decision } from '../kernel/operation/commit.ts'
import { operatorOperation } from '../kernel/operation/operation.ts'
import type { Table } from '../kernel/store/table.ts'
import type { OperatorInputOf } from '../operators/operator-request.ts'
import { eitherMode, listLimit, modesOf } from '../operators/wire/operator-input.ts'
import { deliveryStatuses, type WebhookDelivery } from './rules/webhook-delivery.ts'
import { listDeliveriesOfEndpoint, listDeliveriesOfEvent } from './store/delivery-lists.ts'
import { listWebhookEndpoints } from './store/webhook-endpoints.ts'
import { type DeliveryBody, delivery, presentDelivery } from './wire/delivery.ts'

export const listDeliveries = operatorOperation({
  name: 'list-deliveries',
  role: 'viewer',
  command: 'deliveries list',
  input: z.strictObject({
    mode: eitherMode,
    endpointId: z.string().optional(),
    eventId: z.string().optional(),
    status: z.enum(deliveryStatuses).optional(),
    limit: listLimit,
  }),
  output: z.object({ deliveries: z.array(delivery) }),
  touches: { table: 'read' },
  docs: { summary: 'List webhook deliveries, newest first' },
})

type Request = OperatorInputOf<typeof listDeliveries>
type Filter = Omit<Request['input'], 'mode'> & { mode: Mode }

/** The newest deliveries: to one endpoint or to all, of one event, of one status. */
export async function runListDeliveries(
  { table }: { table: Table },
  { input }: Request,
): Promise<Decision<{ deliveries: DeliveryBody[] }>> {
  const { status, endpointId, limit } = input
  const modes = modesOf(input.mode)
  const lists = await Promise.all(modes.map((mode) => candidates(table, { ...input, mode })))
  const newest = lists
    .flat()
    .filter((found) => status === undefined || found.status === status)
    .filter((found) => endpointId === undefined || found.endpointId === endpointId)
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, limit)
  return { result: { deliveries: newest.map(presentDelivery) } }
}

function candidates(table: Table, filter: Filter): Promise<WebhookDelivery[]> {
  const { mode, eventId } = filter
  if (eventId !== undefined) return listDeliveriesOfEvent(table, { mode, eventId })
  return ofEndpoints(table, filter)
}

async function ofEndpoints(
  table: Table,
  { mode, endpointId, status, limit }: Filter,
): Promise<WebhookDelivery[]> {
  const all = endpointId === undefined ? await listWebhookEndpoints(table, mode) : []
  const ids = endpointId === undefined ? all.map(({ id }) => id) : [endpointId]
  const lists = await Promise.all(
    ids.map((id) => listDeliveriesOfEndpoint(table, { mode, endpointId: id }, { status, limit })),
  )
  return lists.flat()
}
