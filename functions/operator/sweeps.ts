import { abandonSweep } from '../../shared/money/sweeps/abandon-sweep.ts'
import { getPayouts } from '../../shared/money/sweeps/get-payouts.ts'
import { getSweep } from '../../shared/money/sweeps/get-sweep.ts'
import { listSweeps } from '../../shared/money/sweeps/list-sweeps.ts'
import { listWaiting } from '../../shared/money/sweeps/list-waiting.ts'
import { requestSweep } from '../../shared/money/sweeps/request-sweep.ts'
import { showGas } from '../../shared/money/sweeps/show-gas.ts'
import { showSweepPreviews } from '../../shared/money/sweeps/show-sweep-previews.ts'
import { sweepUnlisted } from '../../shared/money/sweeps/sweep-unlisted.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { askForHoldings } from '../services/ask-for-holdings.ts'
import { chainClients } from '../services/chain-clients.ts'
import { operatorServices } from '../services/operator-services.ts'

export function serveRequestSweep(config: Config) {
  return operatorFunction(requestSweep, operatorServices(config))
}

export function serveListSweeps(config: Config) {
  return operatorFunction(listSweeps, operatorServices(config))
}

export function serveGetSweep(config: Config) {
  return operatorFunction(getSweep, operatorServices(config))
}

export function serveAbandonSweep(config: Config) {
  return operatorFunction(abandonSweep, operatorServices(config))
}

export function serveSweepUnlisted(config: Config) {
  return operatorFunction(sweepUnlisted, operatorServices(config))
}

export function serveGetPayouts(config: Config) {
  return operatorFunction(getPayouts, operatorServices(config))
}

export function serveListWaitingMoney(config: Config) {
  return operatorFunction(listWaiting, operatorServices(config))
}

export function serveShowGas(config: Config) {
  return operatorFunction(showGas, readingChains(config))
}

export function serveShowSweepPreviews(config: Config) {
  return operatorFunction(showSweepPreviews, readingChains(config))
}

function readingChains(config: Config) {
  const services = operatorServices(config)
  const { clients } = chainClients(config, services.table)
  return { ...services, ask: askForHoldings, chains: clients }
}
