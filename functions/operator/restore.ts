import { adoptAddresses } from '../../shared/admin/restore/adopt-addresses.ts'
import { findLostSweeps } from '../../shared/admin/restore/find-lost-sweeps.ts'
import { resumeIntake } from '../../shared/admin/restore/resume-intake.ts'
import { stopIntake } from '../../shared/admin/restore/stop-intake.ts'
import { askWithin } from '../../shared/chain/nodes/ask-chain.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { chainClients } from '../services/chain-clients.ts'
import { depositWallets } from '../services/deposit-wallets.ts'
import { operatorServices } from '../services/operator-services.ts'

export function serveStopIntake(config: Config) {
  return operatorFunction(stopIntake, operatorServices(config))
}

export function serveAdoptAddresses(config: Config) {
  const services = operatorServices(config)
  return operatorFunction(adoptAddresses, {
    ...services,
    depositWallets: depositWallets(config, services.table),
  })
}

/** The blocks of each address's transactions are searched for one by one. */
const patience = { silenceMs: 15_000, totalMs: 200_000 }

export function serveFindLostSweeps(config: Config) {
  const services = operatorServices(config)
  return operatorFunction(findLostSweeps, {
    ...services,
    ask: askWithin(patience),
    chains: chainClients(config, services.table).clients,
  })
}

export function serveResumeIntake(config: Config) {
  return operatorFunction(resumeIntake, operatorServices(config))
}
