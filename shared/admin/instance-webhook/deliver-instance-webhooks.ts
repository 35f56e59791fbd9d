import type { RandomBytes } from '../../kernel/ids.ts'
import type { Table } from '../../kernel/store/table.ts'
import { transact, type Write } from '../../kernel/store/transact.ts'
import { requireAllRead, type UnreadableRow } from '../../kernel/store/unreadable-rows.ts'
import type { WebhookRequest } from '../../merchant/webhooks/sending/send.ts'
import { signedRequest } from '../../merchant/webhooks/sending/signed-request.ts'
import { type AttemptOutcome, isDelivered } from '../../records/outbox/rules/delivery-attempt.ts'
import { nextAttemptAt } from '../../records/outbox/rules/retry-schedule.ts'
import {
  healthAfter,
  type InstanceDelivery,
  type InstanceDeliveryHealth,
} from './rules/instance-delivery.ts'
import { type InstanceWebhook, type Receiver, receiverOf } from './rules/instance-webhook.ts'
import {
  dueInstanceDeliveries,
  instanceDeliveryHealthWrite,
  instanceDeliveryRemoval,
  instanceDeliveryWrite,
  loadInstanceDeliveryHealth,
  moveInstanceDelivery,
} from './store/instance-deliveries.ts'
import { loadInstanceWebhook } from './store/instance-webhook.ts'

export type DeliverInstanceWebhooksDeps = {
  table: Table
  now: () => Date
  randomBytes: RandomBytes
  /** The receiver's signing secrets, newest first. */
  openSecrets: (receiver: Receiver) => Promise<readonly [string, ...string[]]>
  send: (request: WebhookRequest) => Promise<AttemptOutcome>
  /** Seconds before each attempt. */
  schedule: readonly number[]
  /** Longer than a send may take. */
  leaseSeconds: number
  /** Called with every attempt whose outcome was saved. */
  onAttempt?: (delivery: InstanceDelivery, outcome: AttemptOutcome) => void
}

/** Enough, unless a receiver was unreachable for hours. */
const mostAtATime = 5
const mostRead = 25

/**
 * Sends what is due to the owner's webhook. A message that fails waits for its next attempt, and what this run leaves, or
 * loses, is due again in a later one. Throws after all others if this version can't read some.
 */
export async function deliverInstanceWebhooks(
  deps: DeliverInstanceWebhooksDeps,
): Promise<{ attempted: number }> {
  const { table, now } = deps
  const unreadable: UnreadableRow[] = []
  const onUnreadable = (row: UnreadableRow) => void unreadable.push(row)
  const [webhook, due] = await Promise.all([
    loadInstanceWebhook(table),
    dueInstanceDeliveries(table, { until: now(), limit: mostRead, onUnreadable }),
  ])
  const chosen = due.slice(0, mostAtATime)
  const outcomes = await Promise.allSettled(chosen.map((each) => attempt(deps, webhook, each)))
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  requireAllRead(unreadable)
  return { attempted: chosen.length }
}

async function attempt(
  deps: DeliverInstanceWebhooksDeps,
  webhook: InstanceWebhook,
  delivery: InstanceDelivery,
): Promise<void> {
  const { table, now, leaseSeconds } = deps
  const { eventId, receiverId, body } = delivery
  const receiver = receiverOf(webhook, receiverId)
  if (!receiver) {
    await transact(table, [instanceDeliveryRemoval(delivery)])
    return
  }
  const at = now()
  const leased = { ...delivery, dueAt: new Date(at.getTime() + leaseSeconds * 1000) }
  if (!(await moveInstanceDelivery(table, delivery, leased))) return
  // After the lease: one whose secret can't be opened lets the others have their turn.
  const secrets = await deps.openSecrets(receiver)
  const outcome = await deps.send(signedRequest({ url: receiver.url, eventId, body, at }, secrets))
  const isCurrent = webhook.current?.id === receiverId
  await settle(deps, leased, { outcome, isCurrent })
}

/** Writes nothing if the lease expired: another worker makes the attempt again. */
async function settle(
  deps: DeliverInstanceWebhooksDeps,
  leased: InstanceDelivery,
  { outcome, isCurrent }: { outcome: AttemptOutcome; isCurrent: boolean },
): Promise<void> {
  const { table, now, onAttempt } = deps
  const next = afterAttempt(deps, leased, outcome)
  const before = isCurrent ? await loadInstanceDeliveryHealth(table) : undefined
  const { receiverId } = leased
  const health = isCurrent ? healthAfter(before, { receiverId, outcome, at: now() }) : undefined
  const { committed } = await transact(table, settlement(leased, { next, health }))
  if (committed) onAttempt?.({ ...leased, attemptsMade: leased.attemptsMade + 1 }, outcome)
}

type Settled = {
  next: InstanceDelivery | undefined
  health: InstanceDeliveryHealth | undefined
}

function settlement(leased: InstanceDelivery, { next, health }: Settled): Write[] {
  return [
    instanceDeliveryRemoval(leased),
    ...(next ? [instanceDeliveryWrite(next)] : []),
    ...(health ? [instanceDeliveryHealthWrite(health)] : []),
  ]
}

/** Undefined if it arrived, or was the last attempt. */
function afterAttempt(
  { schedule, now, randomBytes }: DeliverInstanceWebhooksDeps,
  leased: InstanceDelivery,
  outcome: AttemptOutcome,
): InstanceDelivery | undefined {
  if (isDelivered(outcome)) return undefined
  const attemptsMade = leased.attemptsMade + 1
  const dueAt = nextAttemptAt({ schedule, attemptsMade, failedAt: now() }, randomBytes)
  return dueAt && { ...leased, attemptsMade, dueAt }
}
