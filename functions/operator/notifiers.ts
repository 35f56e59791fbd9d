import { KMSClient } from '@aws-sdk/client-kms'
import { seal } from '../../shared/kernel/sealing/seal.ts'
import {
  disconnectNotifier,
  repairNotifier,
} from '../../shared/merchant/notifiers/change-notifier.ts'
import { connectNotifier } from '../../shared/merchant/notifiers/connect-notifier.ts'
import { notifierStatus } from '../../shared/merchant/notifiers/notifier-status.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { notifierAccounts } from '../services/notifier-accounts.ts'
import { operatorServices } from '../services/operator-services.ts'

export function serveConnectNotifier(config: Config) {
  const sealing = { kms: new KMSClient(), keyId: config('KMS_KEY_ID'), purpose: 'notifier-tokens' }
  return operatorFunction(connectNotifier, {
    ...operatorServices(config),
    accountWith: notifierAccounts(config),
    sealToken: (token: string, context: Record<string, string>) => seal(sealing, token, context),
  })
}

export function serveNotifierStatus(config: Config) {
  return operatorFunction(notifierStatus, operatorServices(config))
}

export function serveRepairNotifier(config: Config) {
  return operatorFunction(repairNotifier, operatorServices(config))
}

export function serveDisconnectNotifier(config: Config) {
  return operatorFunction(disconnectNotifier, operatorServices(config))
}
