import * as z from 'zod'
import { parseWith } from '../../shared/http/parse-with.ts'
import { resourceNotFound } from '../../shared/kernel/errors.ts'
import { type Mode, modes } from '../../shared/kernel/mode.ts'
import { openTable } from '../../shared/kernel/store/table.ts'
import { redriveDeliveries } from '../../shared/queue/redrive-deliveries.ts'
import { listDeliveries } from '../../shared/webhooks/list-deliveries.ts'
import { recoverDeliveries } from '../../shared/webhooks/recover-deliveries.ts'
import { replayDelivery } from '../../shared/webhooks/replay-delivery.ts'
import { deliveryStatuses } from '../../shared/webhooks/rules/webhook-delivery.ts'
import { showDelivery } from '../../shared/webhooks/show-delivery.ts'
import { findDelivery } from '../../shared/webhooks/store/deliveries.ts'
import { findWebhookEndpoint } from '../../shared/webhooks/store/webhook-endpoints.ts'
import { presentDelivery } from '../../shared/webhooks/wire/delivery.ts'
import { config } from '../config.ts'
import { deliveryQueue, handOver } from '../deps/delivery-queue.ts'
import { operatorHandler } from '../handlers/operator-handler.ts'

const id = z.string()

const list = z.strictObject({
  command: z.literal('list'),
  mode: z.enum(modes),
  endpointId: z.string().optional(),
  eventId: z.string().optional(),
  status: z.enum(deliveryStatuses).optional(),
  limit: z.int().min(1).max(100).default(25),
})

const input = z.discriminatedUnion('command', [
  list,
  z.strictObject({ command: z.literal('show'), id }),
  z.strictObject({ command: z.literal('replay'), id }),
  z.strictObject({
    command: z.literal('recover'),
    endpointId: z.string(),
    since: z.iso.datetime(),
  }),
  z.strictObject({ command: z.literal('redrive') }),
])

const queue = deliveryQueue()
const deps = {
  table: openTable(config('TABLE_NAME')),
  now: () => new Date(),
  enqueueDeliveries: handOver(queue),
}

/** Webhook deliveries and their log, from the operator's terminal. */
export const handler = operatorHandler(async (event) => {
  const command = parseWith(input, event)
  switch (command.command) {
    case 'list':
      return { deliveries: (await listDeliveries(deps.table, command)).map(presentDelivery) }
    case 'show':
      return showDelivery(deps, command.id)
    case 'replay':
      return presentDelivery(await replayDelivery(deps, await ofEitherMode(command.id)))
    case 'recover':
      return recover(command)
    case 'redrive':
      return redriveDeliveries(queue)
  }
})

async function ofEitherMode(deliveryId: string): Promise<{ mode: Mode; id: string }> {
  const delivery = await findDelivery(deps.table, deliveryId)
  if (!delivery) throw resourceNotFound('delivery', deliveryId)
  return delivery
}

async function recover({ endpointId, since }: { endpointId: string; since: string }) {
  const endpoint = await findWebhookEndpoint(deps.table, endpointId)
  if (!endpoint) throw resourceNotFound('webhook endpoint', endpointId)
  return recoverDeliveries(deps, { mode: endpoint.mode, endpointId, since: new Date(since) })
}
