import { walletOperations } from '../../shared/operator-groups/wallet.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { askForHoldings } from '../services/ask-for-holdings.ts'
import { depositAddresses } from '../services/deposit-addresses.ts'
import { enabledChains } from '../services/enabled-chains.ts'
import { operatorServices } from '../services/operator-services.ts'

export function serve(config: Config) {
  const services = operatorServices(config)
  return operatorFunction(walletOperations, {
    ...services,
    ask: askForHoldings,
    chains: enabledChains(config).clientsOf,
    depositAddresses: depositAddresses(config, services.table),
  })
}
