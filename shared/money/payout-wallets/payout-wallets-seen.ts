import { SSMClient } from '@aws-sdk/client-ssm'
import type { Config } from '../../kernel/operation/config.ts'
import { type SeenPayoutWallets, seenPayoutWallets } from './store/seen-payout-wallets.ts'

export function payoutWalletsSeen(config: Config, freshMs = 0): SeenPayoutWallets {
  const path = config('SEEN_PAYOUT_WALLETS_PATH')
  return seenPayoutWallets({ ssm: new SSMClient(), path, keyId: config('KMS_KEY_ID'), freshMs })
}
