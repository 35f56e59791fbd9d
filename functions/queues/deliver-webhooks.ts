import {
  type ConsumeDeliveriesDeps,
  consumeDeliveries,
} from '../../shared/merchant/webhooks/deliveries/consume-deliveries.ts'
import { sendsInFlight } from '../../shared/merchant/webhooks/rules/send-slots.ts'
import { openTurnstile } from '../../shared/merchant/webhooks/sending/turnstile.ts'
import { webhookSecretContext } from '../../shared/records/outbox/rules/webhook-endpoint.ts'
import type { Config } from '../config.ts'
import { deliveryAttempted } from '../log/delivery-log.ts'
import { queueFunction } from '../pipelines/pausing-functions.ts'
import { deliveryQueue } from '../services/delivery-queue.ts'
import { report } from '../services/log-error.ts'
import { webhookSecretOpener, webhookSending } from '../services/webhook-sending.ts'

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
