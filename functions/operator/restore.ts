import { adoptAddresses, runAdoptAddresses } from '../../shared/restore/adopt-addresses.ts'
import { resumeIntake, runResumeIntake } from '../../shared/restore/resume-intake.ts'
import { runStopIntake, stopIntake } from '../../shared/restore/stop-intake.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { depositWallets } from '../services/deposit-wallets.ts'
import { operatorServices } from '../services/operator-services.ts'

export function serveStopIntake(config: Config) {
  return operatorFunction(stopIntake, runStopIntake, operatorServices(config))
}

export function serveAdoptAddresses(config: Config) {
  const services = operatorServices(config)
  return operatorFunction(adoptAddresses, runAdoptAddresses, {
    ...services,
    depositWallets: depositWallets(config, services.table),
  })
}

export function serveResumeIntake(config: Config) {
  return operatorFunction(resumeIntake, runResumeIntake, operatorServices(config))
}
