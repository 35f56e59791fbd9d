import { KMSClient } from '@aws-sdk/client-kms'
import { askWithin } from '../../chain/nodes/ask-chain.ts'
import type { Config } from '../../kernel/operation/config.ts'
import { seal } from '../../kernel/sealing/seal.ts'
import type { Table } from '../../kernel/store/table.ts'
import { askForHoldings } from '../../payments/holdings/ask-for-holdings.ts'
import { type ChainClients, chainClients } from '../../payments/networks/chain-clients.ts'
import type { FirstIndexServices } from '../../payments/wallet/first-derivation-index.ts'
import { highestIndexWithMoney } from '../../payments/wallet/highest-index-with-money.ts'
import type { SetUpServices } from './set-up-writes.ts'

/** For storing a mnemonic: searches the chains for money on its addresses, and seals it. */
export function setupServices(config: Config, { table, now }: { table: Table; now: () => Date }) {
  const { clients } = chainClients(config, table)
  return {
    ask: askForHoldings,
    askSoon: askWithin({ silenceMs: 4_000, totalMs: 6_000 }),
    chains: clients,
    seal: sealing(config),
    highestOnChains: searchingChains(clients, now),
  }
}

function sealing(config: Config): SetUpServices['seal'] {
  const kms = new KMSClient()
  const keyId = config('KMS_KEY_ID')
  return (purpose, plaintext, context) => seal({ kms, keyId, purpose }, plaintext, context)
}

function searchingChains(
  clients: ChainClients['clients'],
  now: () => Date,
): FirstIndexServices['highestOnChains'] {
  return async (mode, search) =>
    highestIndexWithMoney({ ask: askForHoldings, now }, { clients: await clients(mode), ...search })
}
