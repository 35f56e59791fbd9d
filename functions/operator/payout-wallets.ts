import { KMSClient } from '@aws-sdk/client-kms'
import { payoutWalletOperations } from '../../shared/operator-groups/payout-wallets.ts'
import type { SealPayoutWallet } from '../../shared/payout-wallets/seal-payout-address.ts'
import { seal } from '../../shared/wallet/keys/seal.ts'
import type { Config } from '../config.ts'
import { payoutWalletChanged } from '../log/payout-wallet-log.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { askForHoldings } from '../services/ask-for-holdings.ts'
import { chainClients } from '../services/chain-clients.ts'
import { operatorServices } from '../services/operator-services.ts'

export function serve(config: Config) {
  const services = operatorServices(config)
  return operatorFunction(payoutWalletOperations, {
    ...services,
    ask: askForHoldings,
    chains: chainClients(config, services.table).clients,
    sealPayoutWallet: sealing(config),
    onPayoutWalletChange: payoutWalletChanged,
  })
}

function sealing(config: Config): SealPayoutWallet {
  const deps = { kms: new KMSClient(), keyId: config('KMS_KEY_ID'), purpose: 'payout-wallets' }
  return (text, context) => seal(deps, text, context)
}
