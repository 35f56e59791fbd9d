import { operatorOperation } from '../../../kernel/operation/operator-operation.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { byId } from '../../../kernel/wire/operator-input.ts'
import { queueingDeliveries } from '../../../records/outbox/delivery-queue.ts'
import { replayed, type WebhookDelivery } from '../../../records/outbox/rules/webhook-delivery.ts'
import { deliveryReplacement } from '../../../records/outbox/store/deliveries.ts'
import { requireActiveEndpoint } from '../endpoints/require-active-endpoint.ts'
import { isBeingSent } from '../rules/delivery-step.ts'
import { refuseWebhook } from '../rules/webhook-refusals.ts'
import { delivery, presentDelivery } from '../wire/delivery.ts'
import { deliveryOfEitherMode } from './delivery-of-either-mode.ts'

export const replayDelivery = operatorOperation({
  name: 'replay-delivery',
  role: 'operator',
  command: 'deliveries replay',
  input: byId('the id of a delivery'),
  output: delivery,
  touches: { table: 'write', sends: ['webhook-deliveries'], administers: ['audit-log'] },
  docs: { summary: 'Send a webhook delivery again, with a full schedule of attempts' },
  needs: queueingDeliveries,
  /**
   * Sends a delivery again with a full schedule of attempts, whatever its outcome: the same event, signed again. A
   * pending attempt is replaced. Throws `resource_not_found`, and `state_changed` if its endpoint is disabled or an
   * attempt is under way.
   */
  async run(services: ReplayServices, { input: { id } }) {
    const before = await deliveryOfEitherMode(services.table, id)
    await requireActiveEndpoint(services.table, before)
    const { again, ...decision } = decideReplay(services, before)
    const states = { before: { status: before.status }, after: { status: again.status } }
    return {
      changes: [{ mode: before.mode, action: 'delivery.replay', target: id, ...states }],
      ...decision,
      result: presentDelivery(again),
    }
  },
})

export type ReplayServices = {
  table: Table
  now: () => Date
  /** Sends committed deliveries to the queue. */
  enqueueDeliveries: (deliveries: readonly WebhookDelivery[]) => Promise<void>
}

/** The delivery as it is sent again. Throws `state_changed` if an attempt is under way. */
export function decideReplay(
  { now, enqueueDeliveries }: Pick<ReplayServices, 'now' | 'enqueueDeliveries'>,
  before: WebhookDelivery,
) {
  if (isBeingSent(before, now())) throw refuseWebhook('attempt_under_way', { id: before.id })
  const again = replayed(before, now())
  return {
    again,
    writes: [deliveryReplacement(again, before.version)],
    after: () => enqueueDeliveries([again]),
  }
}
