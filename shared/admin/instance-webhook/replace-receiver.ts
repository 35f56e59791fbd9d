import type { Change } from '../../kernel/operation/audit.ts'
import type { Write } from '../../kernel/store/transact.ts'
import { type InstanceWebhook, type Receiver, withReceiver } from './rules/instance-webhook.ts'
import { refuseInstanceWebhook } from './rules/instance-webhook-refusals.ts'
import { instanceWebhookWrite } from './store/instance-webhook.ts'

/** The write that replaces the receiver. Throws `state_changed` if that was done too often to tell all who left. */
export function receiverWrite(before: InstanceWebhook, next: Receiver | null, at: Date): Write {
  const after = withReceiver(before, next, at)
  if (after) return instanceWebhookWrite(after)
  throw refuseInstanceWebhook('instance_webhook_changed_often')
}

/** For the audit log, with the origins alone: what follows them may be a secret. */
export function receiverChange(
  action: Change['action'],
  before: Receiver | null,
  after: Receiver | null,
): Change {
  const shown = (receiver: Receiver | null) =>
    receiver && { origin: new URL(receiver.url).origin, secretPrefix: receiver.secretPrefix }
  const states = { before: shown(before), after: shown(after) }
  return { mode: 'live', action, target: 'instance-webhook', ...states }
}
