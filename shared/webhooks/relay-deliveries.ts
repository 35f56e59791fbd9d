import type { Mode } from '../kernel/mode.ts'
import type { Table } from '../kernel/store/table.ts'
import type { QueuedDelivery } from '../queue/enqueue-deliveries.ts'
import { handedOver, type WebhookDelivery } from './rules/webhook-delivery.ts'
import { loadDelivery, replaceDelivery } from './store/deliveries.ts'
import { overdueDeliveries } from './store/overdue-deliveries.ts'

export type RelayDeliveriesDeps = {
  table: Table
  now: () => Date
  enqueueDeliveries: (deliveries: readonly QueuedDelivery[]) => Promise<void>
}

type RelayOptions = { mode: Mode; overdueSeconds?: number; limit?: number }

/**
 * Puts deliveries of a mode on the queue again that nobody has looked at `overdueSeconds` after they were due: committed but
 * never handed over, or their message or worker lost. One message too many does no harm. Returns how many.
 */
export async function relayDeliveries(
  deps: RelayDeliveriesDeps,
  { mode, overdueSeconds = 60, limit = 1_000 }: RelayOptions,
): Promise<number> {
  const until = new Date(deps.now().getTime() - overdueSeconds * 1000)
  let relayed = 0
  for await (const rows of overdueDeliveries(deps.table, { mode, until })) {
    const loaded = await Promise.all(rows.map(({ id }) => overdue(deps, { mode, id, until })))
    const deliveries = loaded.filter((delivery) => delivery !== undefined)
    await deps.enqueueDeliveries(deliveries)
    await Promise.all(deliveries.map((delivery) => noteHandover(deps, delivery)))
    relayed += deliveries.length
    if (relayed >= limit) break
  }
  return relayed
}

/** The index may lag: only the item itself says whether it still waits. */
async function overdue(
  { table }: RelayDeliveriesDeps,
  { mode, id, until }: { mode: Mode; id: string; until: Date },
): Promise<WebhookDelivery | undefined> {
  const delivery = await loadDelivery(table, mode, id)
  return delivery?.status === 'pending' && delivery.dueAt <= until ? delivery : undefined
}

/** Where a worker wrote meanwhile, the delivery is in good hands and needs no note. */
async function noteHandover({ table, now }: RelayDeliveriesDeps, delivery: WebhookDelivery) {
  await replaceDelivery(table, { delivery: handedOver(delivery, now()), from: delivery.version })
}
