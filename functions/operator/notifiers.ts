import { KMSClient } from '@aws-sdk/client-kms'
import { notifierOperations } from '../../shared/operator-groups/notifiers.ts'
import { seal } from '../../shared/wallet/keys/seal.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { notifierAccounts } from '../services/notifier-accounts.ts'
import { operatorServices } from '../services/operator-services.ts'

export function serve(config: Config) {
  const sealing = { kms: new KMSClient(), keyId: config('KMS_KEY_ID'), purpose: 'notifier-tokens' }
  return operatorFunction(notifierOperations, {
    ...operatorServices(config),
    accountWith: notifierAccounts(config),
    sealToken: (token: string, context: Record<string, string>) => seal(sealing, token, context),
  })
}
