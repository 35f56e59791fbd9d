import { KMSClient } from '@aws-sdk/client-kms'
import type { Mode } from '../../kernel/mode.ts'
import type { Config } from '../../kernel/operation/config.ts'
import type { ProcessServices } from '../../kernel/operation/process-services.ts'
import type { KmsPurpose } from '../../kernel/operation/touches.ts'
import type { Sealed } from '../../kernel/sealed.ts'
import { open, seal } from '../../kernel/sealing/seal.ts'
import { walletSealedAt } from '../../payments/wallet/wallet-sealed-at.ts'
import { payoutWalletChanged } from './payout-wallet-log.ts'
import { payoutWalletsSeen } from './payout-wallets-seen.ts'
import type { SealPayoutWallet } from './seal-payout-address.ts'

/** For operations that change payout wallets. */
export function changingPayoutWallets(config: Config) {
  const deps = { kms: new KMSClient(), keyId: config('KMS_KEY_ID'), purpose: 'payout-wallets' }
  const sealPayoutWallet: SealPayoutWallet = (text, context) => seal(deps, text, context)
  return {
    sealPayoutWallet,
    seenPayoutWallets: payoutWalletsSeen(config),
    onPayoutWalletChange: payoutWalletChanged,
  }
}

/** For the operation that decides by seals when a payout wallet takes effect. */
export function openingPayoutWallets(config: Config, { table }: ProcessServices) {
  const kms = new KMSClient()
  const opener = (purpose: KmsPurpose) => (sealed: Sealed, context: Record<string, string>) =>
    open({ kms, keyId: config('KMS_KEY_ID'), purpose }, sealed, context)
  const keys = { table, openAccountKey: opener('account-public-keys') }
  return {
    openPayoutWallet: opener('payout-wallets'),
    walletSealedAt: (mode: Mode) => walletSealedAt(keys, mode),
  }
}
