import { KMSClient } from '@aws-sdk/client-kms'
import type { Table } from '../../shared/kernel/store/table.ts'
import { setupOperations } from '../../shared/operator-groups/setup.ts'
import type { SetUpServices } from '../../shared/operators/set-up-writes.ts'
import type { FirstIndexServices } from '../../shared/wallet/first-derivation-index.ts'
import { highestIndexWithMoney } from '../../shared/wallet/highest-index-with-money.ts'
import { seal } from '../../shared/wallet/keys/seal.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { askForHoldings } from '../services/ask-for-holdings.ts'
import { chainClients } from '../services/chain-clients.ts'
import { operatorServices } from '../services/operator-services.ts'

export function serve(config: Config) {
  const services = operatorServices(config)
  return operatorFunction(setupOperations, {
    ...services,
    seal: sealing(config),
    highestOnChains: searchingChains(config, services),
  })
}

function sealing(config: Config): SetUpServices['seal'] {
  const kms = new KMSClient()
  const keyId = config('KMS_KEY_ID')
  return (purpose, plaintext, context) => seal({ kms, keyId, purpose }, plaintext, context)
}

function searchingChains(
  config: Config,
  { table, now }: { table: Table; now: () => Date },
): FirstIndexServices['highestOnChains'] {
  const { clients } = chainClients(config, table)
  return async (mode, search) =>
    highestIndexWithMoney({ ask: askForHoldings, now }, { clients: await clients(mode), ...search })
}
