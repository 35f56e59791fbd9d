import {
  type WebhookSecrets,
  webhookSecretContext,
} from '../../../records/outbox/rules/webhook-endpoint.ts'

/** An address to which the owner has the changes of the instance sent. */
export type Receiver = WebhookSecrets & {
  id: string
  url: string
  /** The first characters of its secret, to distinguish it. */
  secretPrefix: string
  createdAt: Date
}

/** One that was replaced or removed. */
type FormerReceiver = Receiver & { leftAt: Date }

/** `version` is 0 before there was any. */
export type InstanceWebhook = {
  version: number
  current: Receiver | null
  former: FormerReceiver[]
}

export const noInstanceWebhook: InstanceWebhook = { version: 0, current: null, former: [] }

/** Longer than a message is attempted. */
const formerMs = 3 * 86_400_000
const mostFormer = 20

/** An entry of the audit log is stored within this time after what it is about. */
const betweenMs = 60_000

/**
 * The webhook with another receiver, or none. The one before is kept, so that it is still notified of this. Undefined if that has
 * happened 20 times within three days, because then one would have to be forgotten.
 */
export function withReceiver(
  { version, current, former }: InstanceWebhook,
  next: Receiver | null,
  at: Date,
): InstanceWebhook | undefined {
  const recent = former.filter(({ leftAt }) => at.getTime() - leftAt.getTime() < formerMs)
  const kept = current ? [{ ...current, leftAt: at }, ...recent] : recent
  if (kept.length > mostFormer) return undefined
  return { version: version + 1, current: next, former: kept }
}

/** Who is sent what changed since then: also who was replaced or removed by one of these changes. */
export function receiversSince({ current, former }: InstanceWebhook, since: Date): Receiver[] {
  const from = since.getTime() - betweenMs
  const leaving = former.filter(({ leftAt }) => leftAt.getTime() >= from)
  return current ? [current, ...leaving] : leaving
}

/** The receiver of a message that waits, unless it left days ago. */
export function receiverOf({ current, former }: InstanceWebhook, id: string): Receiver | undefined {
  return current?.id === id ? current : former.find((each) => each.id === id)
}

/** The context that a receiver's sealed secrets are bound to. */
export function receiverSecretContext(id: string): Record<string, string> {
  return webhookSecretContext({ mode: 'live', id })
}
