import { deliverInstanceWebhooks } from '../../shared/admin/instance-webhook/deliver-instance-webhooks.ts'
import { receiverSecretContext } from '../../shared/admin/instance-webhook/rules/instance-webhook.ts'
import type { Config } from '../../shared/kernel/operation/config.ts'
import { scheduledFunction } from '../pipelines/pausing-functions.ts'
import { instanceDeliveryAttempted } from '../queues/delivery-log.ts'
import { webhookSecretOpener, webhookSending } from '../services/webhook-sending.ts'

/** Every minute: sends what is due to the owner's webhook. Merchants' deliveries have a queue, and share nothing with it. */
export function serve(config: Config) {
  const openSecrets = webhookSecretOpener(config)
  const services = {
    ...webhookSending(config),
    openSecrets: (receiver: Parameters<typeof openSecrets>[0] & { id: string }) =>
      openSecrets(receiver, receiverSecretContext(receiver.id)),
    onAttempt: instanceDeliveryAttempted,
  }
  return scheduledFunction(services.table, () => deliverInstanceWebhooks(services))
}
