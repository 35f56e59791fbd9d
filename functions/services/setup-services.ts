import { KMSClient } from '@aws-sdk/client-kms'
import type { SetUpServices } from '../../shared/admin/setup/set-up-writes.ts'
import { askWithin } from '../../shared/chain/nodes/ask-chain.ts'
import { seal } from '../../shared/kernel/sealing/seal.ts'
import type { FirstIndexServices } from '../../shared/payments/wallet/first-derivation-index.ts'
import { highestIndexWithMoney } from '../../shared/payments/wallet/highest-index-with-money.ts'
import type { Config } from '../config.ts'
import { askForHoldings } from './ask-for-holdings.ts'
import { type ChainClients, chainClients } from './chain-clients.ts'
import { isLocal } from './is-local.ts'
import { operatorServices } from './operator-services.ts'

/** What stores a mnemonic: it searches the chains for money on its addresses, and seals it. */
export function setupServices(config: Config) {
  const services = operatorServices(config)
  const { clients } = chainClients(config, services.table)
  return {
    ...services,
    ask: askForHoldings,
    askSoon: askWithin({ silenceMs: 4_000, totalMs: 6_000 }),
    chains: clients,
    isLocal: isLocal(config),
    seal: sealing(config),
    highestOnChains: searchingChains(clients, services),
  }
}

function sealing(config: Config): SetUpServices['seal'] {
  const kms = new KMSClient()
  const keyId = config('KMS_KEY_ID')
  return (purpose, plaintext, context) => seal({ kms, keyId, purpose }, plaintext, context)
}

function searchingChains(
  clients: ChainClients['clients'],
  { now }: { now: () => Date },
): FirstIndexServices['highestOnChains'] {
  return async (mode, search) =>
    highestIndexWithMoney({ ask: askForHoldings, now }, { clients: await clients(mode), ...search })
}
