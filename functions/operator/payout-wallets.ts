import { KMSClient } from '@aws-sdk/client-kms'
import type { Mode } from '../../shared/kernel/mode.ts'
import type { KmsPurpose } from '../../shared/kernel/operation/touches.ts'
import type { Sealed } from '../../shared/kernel/sealed.ts'
import { open, seal } from '../../shared/kernel/sealing/seal.ts'
import type { Table } from '../../shared/kernel/store/table.ts'
import { cancelPayoutWallet } from '../../shared/money/payout-wallets/cancel-payout-wallet.ts'
import { showPayoutWallets } from '../../shared/money/payout-wallets/list-payout-wallets.ts'
import type { SealPayoutWallet } from '../../shared/money/payout-wallets/seal-payout-address.ts'
import { setPayoutWallet } from '../../shared/money/payout-wallets/set-payout-wallet.ts'
import { walletSealedAt } from '../../shared/payments/wallet/wallet-sealed-at.ts'
import type { Config } from '../config.ts'
import { payoutWalletChanged } from '../log/payout-wallet-log.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { askForHoldings } from '../services/ask-for-holdings.ts'
import { chainClients } from '../services/chain-clients.ts'
import { operatorServices } from '../services/operator-services.ts'
import { payoutWalletsSeen } from '../services/payout-wallets-seen.ts'

export function serveListPayoutWallets(config: Config) {
  return operatorFunction(showPayoutWallets, operatorServices(config))
}

export function serveSetPayoutWallet(config: Config) {
  const services = changing(config)
  return operatorFunction(setPayoutWallet, {
    ...services,
    ...opening(config, services.table),
    ask: askForHoldings,
    chains: chainClients(config, services.table).clients,
  })
}

export function serveCancelPayoutWallet(config: Config) {
  return operatorFunction(cancelPayoutWallet, changing(config))
}

function changing(config: Config) {
  const sealPayoutWallet = sealing(config)
  return {
    ...operatorServices(config),
    sealPayoutWallet,
    seenPayoutWallets: payoutWalletsSeen(config),
    onPayoutWalletChange: payoutWalletChanged,
  }
}

/** What decides by seals when a payout wallet takes effect. */
function opening(config: Config, table: Table) {
  const kms = new KMSClient()
  const opener = (purpose: KmsPurpose) => (sealed: Sealed, context: Record<string, string>) =>
    open({ kms, keyId: config('KMS_KEY_ID'), purpose }, sealed, context)
  const keys = { table, openAccountKey: opener('account-public-keys') }
  return {
    openPayoutWallet: opener('payout-wallets'),
    walletSealedAt: (mode: Mode) => walletSealedAt(keys, mode),
  }
}

function sealing(config: Config): SealPayoutWallet {
  const deps = { kms: new KMSClient(), keyId: config('KMS_KEY_ID'), purpose: 'payout-wallets' }
  return (text, context) => seal(deps, text, context)
}
