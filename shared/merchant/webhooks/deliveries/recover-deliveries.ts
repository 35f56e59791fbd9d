import * as z from 'zod'
import { type AuditDeps, recordFirst } from '../../../kernel/operation/audit.ts'
import { operatorOperation } from '../../../kernel/operation/operator-operation.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { byId } from '../../../kernel/wire/operator-input.ts'
import { queueingDeliveries } from '../../../records/outbox/delivery-queue.ts'
import {
  isUndelivered,
  replayed,
  type WebhookDelivery,
} from '../../../records/outbox/rules/webhook-delivery.ts'
import { loadDelivery, replaceDelivery } from '../../../records/outbox/store/deliveries.ts'
import { undeliveredSince } from '../../../records/outbox/store/delivery-lists.ts'
import { ofEitherMode } from '../../../records/settings/shared-operation.ts'
import { requireActive } from '../endpoints/require-active-endpoint.ts'
import { requireEndpoint } from '../endpoints/require-endpoint.ts'

const recovered = z.object({
  replayed: z.int(),
  /** There may be more: repeat the call. */
  more: z.boolean(),
})

export const recoverDeliveries = operatorOperation({
  name: 'recover-deliveries',
  role: 'operator',
  command: 'deliveries recover',
  input: byId('the id of an endpoint').extend({
    since: z.iso.datetime(),
    limit: z.int().min(1).max(1_000).default(250),
  }),
  output: recovered,
  touches: { table: 'write', sends: ['webhook-deliveries'], administers: ['audit-log'] },
  docs: { summary: 'Send again what failed or was cancelled for an endpoint since a given time' },
  needs: queueingDeliveries,
  /**
   * Replays about `limit` deliveries at most, oldest first, each in its own transaction. The audit entry comes first, so that
   * an interruption leaves no change without one. Throws `state_changed` if the
   * endpoint is disabled.
   */
  async run(services: Services, { input: { id, since, limit }, findActor }) {
    const endpoint = await requireEndpoint(services.table, ofEitherMode({ id }))
    requireActive(endpoint)
    const action = { mode: endpoint.mode, action: 'deliveries.recover', target: id } as const
    await recordFirst(services, { ...action, after: { since, limit } }, findActor)
    const search = { mode: endpoint.mode, endpointId: id, since: new Date(since) }
    let count = 0
    for await (const page of undeliveredSince(services.table, search)) {
      for (let start = 0; start < page.length; start += 25) {
        count += await recoverEach(services, page.slice(start, start + 25))
        if (count >= limit) return { result: { replayed: count, more: true } }
      }
    }
    return { result: { replayed: count, more: false } }
  },
})

type Services = AuditDeps & {
  table: Table
  /** Sends committed deliveries to the queue. */
  enqueueDeliveries: (deliveries: readonly WebhookDelivery[]) => Promise<void>
}

async function recoverEach(services: Services, rows: readonly WebhookDelivery[]): Promise<number> {
  const outcomes = await Promise.all(rows.map((row) => recover(services, row)))
  const again = outcomes.filter((delivery) => delivery !== undefined)
  await services.enqueueDeliveries(again)
  return again.length
}

/** The index may be stale, so the item itself decides whether it was replayed or sent meanwhile. */
async function recover(
  { table, now }: Services,
  { mode, id }: WebhookDelivery,
): Promise<WebhookDelivery | undefined> {
  const delivery = await loadDelivery(table, mode, id)
  if (!delivery || !isUndelivered(delivery)) return undefined
  const again = replayed(delivery, now())
  const won = await replaceDelivery(table, { delivery: again, from: delivery.version })
  return won ? again : undefined
}
