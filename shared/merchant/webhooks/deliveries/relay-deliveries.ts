import type { Mode } from '../../../kernel/mode.ts'
import type { Table } from '../../../kernel/store/table.ts'
import {
  requireAllRead,
  type UnreadableRow,
  unlessUnreadable,
} from '../../../kernel/store/unreadable-rows.ts'
import type { QueuedDelivery } from '../../../records/outbox/enqueue-deliveries.ts'
import { requeued, type WebhookDelivery } from '../../../records/outbox/rules/webhook-delivery.ts'
import { loadDelivery, replaceDelivery } from '../../../records/outbox/store/deliveries.ts'
import { overdueDeliveries } from '../../../records/outbox/store/overdue-deliveries.ts'

export type RelayDeliveriesDeps = {
  table: Table
  now: () => Date
  enqueueDeliveries: (deliveries: readonly QueuedDelivery[]) => Promise<void>
}

type RelayOptions = { mode: Mode; overdueSeconds?: number; limit?: number }

/**
 * Queues deliveries of a mode again that are overdue by `overdueSeconds`: they were committed but never queued, or
 * their message or worker was lost. A duplicate message does no harm. Returns how many. Throws after all others if this
 * version can't read some.
 */
export async function relayDeliveries(
  deps: RelayDeliveriesDeps,
  { mode, overdueSeconds = 60, limit = 1_000 }: RelayOptions,
): Promise<number> {
  const until = new Date(deps.now().getTime() - overdueSeconds * 1000)
  const unreadable: UnreadableRow[] = []
  const onUnreadable = (row: UnreadableRow) => void unreadable.push(row)
  let relayed = 0
  for await (const rows of overdueDeliveries(deps.table, { mode, until, onUnreadable })) {
    const loaded = await Promise.all(
      rows.map(({ id }) => overdue(deps, { mode, id, until, onUnreadable })),
    )
    const deliveries = loaded.filter((delivery) => delivery !== undefined)
    await deps.enqueueDeliveries(deliveries)
    await Promise.all(deliveries.map((delivery) => recordRelay(deps, delivery)))
    relayed += deliveries.length
    if (relayed >= limit) break
  }
  requireAllRead(unreadable)
  return relayed
}

type Overdue = { mode: Mode; id: string; until: Date; onUnreadable: (row: UnreadableRow) => void }

/** The index may be stale, so the item itself decides whether it is still waiting. */
async function overdue(
  { table }: RelayDeliveriesDeps,
  { mode, id, until, onUnreadable }: Overdue,
): Promise<WebhookDelivery | undefined> {
  const delivery = await unlessUnreadable(() => loadDelivery(table, mode, id), onUnreadable)
  return delivery?.status === 'pending' && delivery.dueAt <= until ? delivery : undefined
}

/** If a worker wrote meanwhile, the delivery is being processed and the write is skipped. */
async function recordRelay({ table, now }: RelayDeliveriesDeps, delivery: WebhookDelivery) {
  await replaceDelivery(table, { delivery: requeued(delivery, now()), from: delivery.version })
}
