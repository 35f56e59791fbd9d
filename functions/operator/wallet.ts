import { walletOperations } from '../../shared/operator-groups/wallet.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { askForHoldings } from '../services/ask-for-holdings.ts'
import { chainClients } from '../services/chain-clients.ts'
import { depositWallets } from '../services/deposit-wallets.ts'
import { operatorServices } from '../services/operator-services.ts'

export function serve(config: Config) {
  const services = operatorServices(config)
  return operatorFunction(walletOperations, {
    ...services,
    ask: askForHoldings,
    chains: chainClients(config, services.table).clients,
    depositWallets: depositWallets(config, services.table),
  })
}
