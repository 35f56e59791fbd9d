import { randomBytes } from 'node:crypto'
import { KMSClient } from '@aws-sdk/client-kms'
import { urlRules } from '../../shared/http/client/url-rules.ts'
import type { Config } from '../../shared/kernel/operation/config.ts'
import type { Sealed } from '../../shared/kernel/sealed.ts'
import { dataKeyCache } from '../../shared/kernel/sealing/data-key-cache.ts'
import { open } from '../../shared/kernel/sealing/seal.ts'
import { openTable } from '../../shared/kernel/store/table.ts'
import { sendWebhook, type WebhookRequest } from '../../shared/merchant/webhooks/sending/send.ts'
import { retrySchedule } from '../../shared/records/outbox/rules/retry-schedule.ts'
import {
  signingSecrets,
  type WebhookSecrets,
} from '../../shared/records/outbox/rules/webhook-endpoint.ts'

const now = () => new Date()

export function webhookSending(config: Config) {
  const timeoutSeconds = config('WEBHOOK_TIMEOUT_SECONDS')
  const sendOptions = { timeoutMs: timeoutSeconds * 1000, ...urlRules(config) }
  return {
    table: openTable(config('TABLE_NAME')),
    now,
    randomBytes,
    send: (request: WebhookRequest) => sendWebhook(request, sendOptions),
    schedule: retrySchedule(config('WEBHOOK_RETRY_SECONDS')),
    leaseSeconds: timeoutSeconds + 10,
  }
}

/** Opens the secrets that currently sign, newest first. They are bound to a context. */
export function webhookSecretOpener(config: Config) {
  const cache = dataKeyCache(now)
  const kms = new KMSClient()
  const appSecrets = { kms, keyId: config('KMS_KEY_ID'), purpose: 'app-secrets', cache }
  return async (
    secrets: WebhookSecrets,
    context: Record<string, string>,
  ): Promise<[string, ...string[]]> => {
    const openOne = (sealed: Sealed) => open(appSecrets, sealed, context)
    const [current, ...previous] = signingSecrets(secrets, now())
    return [await openOne(current), ...(await Promise.all(previous.map(openOne)))]
  }
}
