import type { Config } from '../../shared/kernel/operation/config.ts'
import { report } from '../../shared/log/report.ts'
import {
  type ConsumeDeliveriesDeps,
  consumeDeliveries,
} from '../../shared/merchant/webhooks/deliveries/consume-deliveries.ts'
import { sendsInFlight } from '../../shared/merchant/webhooks/rules/send-slots.ts'
import { openTurnstile } from '../../shared/merchant/webhooks/sending/turnstile.ts'
import { deliveryQueue } from '../../shared/records/outbox/delivery-queue.ts'
import { webhookSecretContext } from '../../shared/records/outbox/rules/webhook-endpoint.ts'
import { queueFunction } from '../pipelines/pausing-functions.ts'
import { webhookSecretOpener, webhookSending } from '../services/webhook-sending.ts'
import { deliveryAttempted } from './delivery-log.ts'

/** Makes the attempts that are due. A message for a later attempt stays hidden until then. */
export function serve(config: Config) {
  const services = deliveryServices(config)
  return queueFunction(services.table, ({ Records }) => consumeDeliveries(services, Records))
}

function deliveryServices(config: Config): ConsumeDeliveriesDeps {
  const openSecrets = webhookSecretOpener(config)
  const slotCounts = new Map<string, number>()
  const places = (endpointId: string) => slotCounts.get(endpointId) ?? sendsInFlight
  return {
    ...webhookSending(config),
    ...deliveryQueue(config),
    openSecrets: (endpoint) => openSecrets(endpoint, webhookSecretContext(endpoint)),
    turnstile: openTurnstile({ places, line: 30, patienceMs: 800 }),
    slotCounts,
    report,
    onAttempt: deliveryAttempted,
  }
}
