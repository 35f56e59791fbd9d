import * as z from 'zod'
import { joinPages } from '../../../kernel/join-pages.ts'
import type { Mode } from '../../../kernel/mode.ts'
import { operatorOperation } from '../../../kernel/operation/operator-operation.ts'
import type { Page } from '../../../kernel/page.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { eitherMode, listCursor, listLimit, modesOf } from '../../../kernel/wire/operator-input.ts'
import {
  deliveryStatuses,
  hasNotArrived,
  type WebhookDelivery,
} from '../../../records/outbox/rules/webhook-delivery.ts'
import {
  listDeliveriesOfEndpoint,
  listDeliveriesOfEvent,
} from '../../../records/outbox/store/delivery-lists.ts'
import { aboutEvents } from '../../../records/outbox/store/events.ts'
import { listWebhookEndpoints } from '../../../records/outbox/store/webhook-endpoints.ts'
import { type ListedDeliveryBody, listedDelivery, presentListed } from '../wire/delivery.ts'

const listed = z.strictObject({
  mode: eitherMode,
  endpointId: z.string().optional(),
  eventId: z.string().optional(),
  status: z.enum(deliveryStatuses).optional(),
  undelivered: z
    .boolean()
    .default(false)
    .describe('only those that failed, were cancelled, or wait after a failed attempt'),
  limit: listLimit,
  after: listCursor('delivery'),
})

export const listDeliveries = operatorOperation({
  name: 'list-deliveries',
  role: 'viewer',
  command: 'deliveries list',
  input: listed,
  output: z.object({ deliveries: z.array(listedDelivery), nextCursor: z.string().nullable() }),
  touches: { table: 'read' },
  docs: { summary: 'List webhook deliveries, newest first' },
  /** Deliveries, newest first: to one endpoint or to all, of one event, of one status. A short page may not be the last. */
  async run({ table }, { input }) {
    const modes = modesOf(input.mode)
    const pages = await Promise.all(modes.map((mode) => pagesOf(table, { ...input, mode })))
    const { items, nextCursor } = joinPages(pages.flat(), input.limit)
    return { result: { deliveries: await withPayments(table, items), nextCursor } }
  },
})

type Filter = Omit<z.infer<typeof listed>, 'mode'> & { mode: Mode }

/** Reads the events of the page, however many of them: one round trip for each hundred. */
async function withPayments(
  table: Table,
  deliveries: readonly WebhookDelivery[],
): Promise<ListedDeliveryBody[]> {
  const about = new Map<string, Awaited<ReturnType<typeof aboutEvents>>>()
  for (const [mode, all] of Map.groupBy(deliveries, (each) => each.mode)) {
    const ids = new Set(all.map(({ eventId }) => eventId))
    about.set(mode, await aboutEvents(table, mode, [...ids]))
  }
  return deliveries.map((each) => presentListed(each, about.get(each.mode)?.get(each.eventId)))
}

async function pagesOf(table: Table, filter: Filter): Promise<Page<WebhookDelivery>[]> {
  const { mode, eventId, endpointId } = filter
  if (eventId !== undefined) return [await ofEvent(table, { ...filter, eventId })]
  const all = endpointId === undefined ? await listWebhookEndpoints(table, mode) : []
  const ids = endpointId === undefined ? all.map(({ id }) => id) : [endpointId]
  const { status, undelivered, limit, after: before } = filter
  return Promise.all(
    ids.map((id) =>
      listDeliveriesOfEndpoint(
        table,
        { mode, endpointId: id },
        { status, undelivered, limit, before },
      ),
    ),
  )
}

/** An event has one for each endpoint, so all are read. */
async function ofEvent(
  table: Table,
  { mode, eventId, endpointId, status, undelivered, after }: Filter & { eventId: string },
): Promise<Page<WebhookDelivery>> {
  const items = (await listDeliveriesOfEvent(table, { mode, eventId }))
    .filter((found) => status === undefined || found.status === status)
    .filter((found) => !undelivered || hasNotArrived(found))
    .filter((found) => endpointId === undefined || found.endpointId === endpointId)
    .filter(({ id }) => after === undefined || id < after)
  return { items, nextCursor: null }
}
