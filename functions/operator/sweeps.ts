import { sweepOperations } from '../../shared/operator-groups/sweeps.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { askForHoldings } from '../services/ask-for-holdings.ts'
import { chainClients } from '../services/chain-clients.ts'
import { operatorServices } from '../services/operator-services.ts'

export function serve(config: Config) {
  const services = operatorServices(config)
  const { clients } = chainClients(config, services.table)
  return operatorFunction(sweepOperations, { ...services, ask: askForHoldings, chains: clients })
}
