import { randomBytes } from 'node:crypto'
import { KMSClient } from '@aws-sdk/client-kms'
import type { Sealed } from '../../shared/kernel/sealed.ts'
import { dataKeyCache } from '../../shared/kernel/sealing/data-key-cache.ts'
import { open } from '../../shared/kernel/sealing/seal.ts'
import { openTable } from '../../shared/kernel/store/table.ts'
import {
  type ConsumeDeliveriesDeps,
  consumeDeliveries,
} from '../../shared/merchant/webhooks/deliveries/consume-deliveries.ts'
import { sendsInFlight } from '../../shared/merchant/webhooks/rules/send-slots.ts'
import { sendWebhook } from '../../shared/merchant/webhooks/sending/send.ts'
import { openTurnstile } from '../../shared/merchant/webhooks/sending/turnstile.ts'
import { retrySchedule } from '../../shared/records/outbox/rules/retry-schedule.ts'
import {
  signingSecrets,
  webhookSecretContext,
} from '../../shared/records/outbox/rules/webhook-endpoint.ts'
import type { Config } from '../config.ts'
import { deliveryAttempted } from '../log/delivery-log.ts'
import { queueFunction } from '../pipelines/pausing-functions.ts'
import { deliveryQueue } from '../services/delivery-queue.ts'
import { report } from '../services/log-error.ts'
import { urlRules } from '../services/url-rules.ts'

/** Makes the attempts that are due. A message for a later attempt stays hidden until then. */
export function serve(config: Config) {
  const services = deliveryServices(config)
  return queueFunction(services.table, ({ Records }) => consumeDeliveries(services, Records))
}

const now = () => new Date()

function deliveryServices(config: Config): ConsumeDeliveriesDeps {
  const timeoutSeconds = config('WEBHOOK_TIMEOUT_SECONDS')
  const sendOptions = { timeoutMs: timeoutSeconds * 1000, ...urlRules(config) }
  const slotCounts = new Map<string, number>()
  const places = (endpointId: string) => slotCounts.get(endpointId) ?? sendsInFlight
  return {
    table: openTable(config('TABLE_NAME')),
    ...deliveryQueue(config),
    now,
    randomBytes,
    openSecrets: secretsOf(config),
    send: (request) => sendWebhook(request, sendOptions),
    schedule: retrySchedule(config('WEBHOOK_RETRY_SECONDS')),
    leaseSeconds: timeoutSeconds + 10,
    turnstile: openTurnstile({ places, line: 30, patienceMs: 800 }),
    slotCounts,
    report,
    onAttempt: deliveryAttempted,
  }
}

function secretsOf(config: Config): ConsumeDeliveriesDeps['openSecrets'] {
  const cache = dataKeyCache(now)
  const kms = new KMSClient()
  const appSecrets = { kms, keyId: config('KMS_KEY_ID'), purpose: 'app-secrets', cache }
  return async (endpoint) => {
    const openOne = (sealed: Sealed) => open(appSecrets, sealed, webhookSecretContext(endpoint))
    const [current, ...previous] = signingSecrets(endpoint, now())
    return [await openOne(current), ...(await Promise.all(previous.map(openOne)))]
  }
}
