import type { Table } from '../../../kernel/store/table.ts'
import { transact } from '../../../kernel/store/transact.ts'
import type { DeliveryAttempt } from '../../../records/outbox/rules/delivery-attempt.ts'
import type { WebhookDelivery } from '../../../records/outbox/rules/webhook-delivery.ts'
import { deliveryReplacement } from '../../../records/outbox/store/deliveries.ts'
import {
  attemptAddition,
  attemptOutcomeWrite,
} from '../../../records/outbox/store/delivery-attempts.ts'
import type { SendSlot } from '../rules/send-slots.ts'
import { slotReturn, slotTaking } from './send-slots.ts'

/** `delivery` replaces version `from`. */
export type AttemptWrites = {
  delivery: WebhookDelivery
  from: number
  attempt: DeliveryAttempt
  slot: SendSlot
}

/**
 * Takes the lease of a delivery and a slot of its endpoint, and records the attempt about to be made. All or nothing:
 * `outdated` if another worker wrote the delivery first, `slot_taken` if another worker has the slot.
 */
export async function takeLease(
  table: Table,
  { delivery, from, attempt, slot }: AttemptWrites,
): Promise<'taken' | 'outdated' | 'slot_taken'> {
  const outcome = await transact(table, [
    deliveryReplacement(delivery, from),
    slotTaking(delivery, slot),
    attemptAddition(attempt, delivery),
  ])
  if (outcome.committed) return 'taken'
  return outcome.failed.some(({ index }) => index === 0) ? 'outdated' : 'slot_taken'
}

/**
 * Writes the outcome of an attempt and releases its slot. Returns false if the lease expired and another worker took
 * over: then only the log is written.
 */
export async function settleAttempt(table: Table, writes: AttemptWrites): Promise<boolean> {
  const { delivery, from, attempt, slot } = writes
  const line = attemptOutcomeWrite(attempt, delivery)
  const lateLine = attemptOutcomeWrite({ ...attempt, nextAttemptAt: null }, delivery)
  const replacement = deliveryReplacement(delivery, from)
  const outcome = await transact(table, [replacement, line, slotReturn(delivery, slot)])
  if (outcome.committed) return true
  const outdated = outcome.failed.some(({ index }) => index === 0)
  // Without the slot, which expired and may belong to another worker.
  const { committed } = await transact(table, outdated ? [lateLine] : [replacement, line])
  return committed && !outdated
}
