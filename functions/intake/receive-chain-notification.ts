import { KMSClient } from '@aws-sdk/client-kms'
import { type NotifierKey, notifierKeyContext } from '../../shared/chain/rules/notifier.ts'
import { dataKeyCache } from '../../shared/kernel/sealing/data-key-cache.ts'
import { open } from '../../shared/kernel/sealing/seal.ts'
import { openTable } from '../../shared/kernel/store/table.ts'
import {
  receiveChainNotification,
  runReceiveChainNotification,
} from '../../shared/merchant/notifiers/receive-chain-notification.ts'
import { enqueueScans } from '../../shared/queue/enqueue-scans.ts'
import type { Config } from '../config.ts'
import { signedFunction } from '../pipelines/signed-function.ts'
import { report } from '../services/log-error.ts'
import { scanQueue } from '../services/scan-queue.ts'

export function serve(config: Config) {
  const queue = scanQueue(config)
  const services = {
    table: openTable(config('TABLE_NAME')),
    now: () => new Date(),
    signingKey: signingKeys(config),
    sendScans: (messages: Parameters<typeof enqueueScans>[1]) => enqueueScans(queue, messages),
    onNotice: (message: string) => report('chain-notifier', new Error(message)),
  }
  return signedFunction(receiveChainNotification, runReceiveChainNotification, services)
}

function signingKeys(config: Config): (key: NotifierKey) => Promise<string> {
  const cache = dataKeyCache(() => new Date())
  const kms = new KMSClient()
  const sealing = { kms, keyId: config('KMS_KEY_ID'), purpose: 'app-secrets', cache }
  return (key) => open(sealing, key.signingKey, notifierKeyContext(key))
}
