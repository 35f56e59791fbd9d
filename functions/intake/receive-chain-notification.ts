import { KMSClient } from '@aws-sdk/client-kms'
import { jsonResponse } from '../../shared/http/http-message.ts'
import { rawBody } from '../../shared/http/json-body.ts'
import { openTable } from '../../shared/kernel/store/table.ts'
import {
  type ReceiveChainNotificationDeps,
  receiveChainNotification,
} from '../../shared/networks/receive-chain-notification.ts'
import { notifierKeyContext } from '../../shared/networks/rules/notifier-key.ts'
import { enqueueScans } from '../../shared/queue/enqueue-scans.ts'
import { dataKeyCache } from '../../shared/wallet/keys/data-key-cache.ts'
import { open } from '../../shared/wallet/keys/seal.ts'
import { config } from '../config.ts'
import { report } from '../deps/log-error.ts'
import { scanQueue } from '../deps/scan-queue.ts'
import { routeHandler } from '../handlers/route-handler.ts'

const deps = intakeDeps()

/** Answers 200 as soon as the scans are queued: notifiers wait a few seconds only, and repeat on anything else. */
export const handler = routeHandler(async (event) => {
  const received = await receiveChainNotification(deps, {
    notifier: event.pathParameters?.['notifier'] ?? '',
    rawBody: rawBody(event),
    headers: event.headers,
  })
  if (received.kind === 'notice') report('chain-notifier', new Error(received.message))
  return jsonResponse(200, '{}')
})

function intakeDeps(): ReceiveChainNotificationDeps {
  const cache = dataKeyCache(() => new Date())
  const kms = new KMSClient()
  const sealing = { kms, keyId: config('KMS_KEY_ID'), purpose: 'app-secrets', cache }
  const queue = scanQueue()
  return {
    table: openTable(config('TABLE_NAME')),
    signingKey: (key) => open(sealing, key.signingKey, notifierKeyContext(key)),
    sendScans: (messages) => enqueueScans(queue, messages),
  }
}
