import { KMSClient } from '@aws-sdk/client-kms'
import { type NotifierKey, notifierKeyContext } from '../../chain/rules/notifier.ts'
import type { Config } from '../../kernel/operation/config.ts'
import { dataKeyCache } from '../../kernel/sealing/data-key-cache.ts'
import { open } from '../../kernel/sealing/seal.ts'

/** Opens the keys with which notifiers sign. */
export function signingKeys(config: Config): (key: NotifierKey) => Promise<string> {
  const cache = dataKeyCache(() => new Date())
  const kms = new KMSClient()
  const sealing = { kms, keyId: config('KMS_KEY_ID'), purpose: 'app-secrets', cache }
  return (key) => open(sealing, key.signingKey, notifierKeyContext(key))
}
