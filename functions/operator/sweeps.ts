import { abandonSweep, runAbandonSweep } from '../../shared/money/sweeps/abandon-sweep.ts'
import { getPayouts, runGetPayouts } from '../../shared/money/sweeps/get-payouts.ts'
import { getSweep, runGetSweep } from '../../shared/money/sweeps/get-sweep.ts'
import { listSweeps, runListSweeps } from '../../shared/money/sweeps/list-sweeps.ts'
import { listWaiting, runListWaiting } from '../../shared/money/sweeps/list-waiting.ts'
import { requestSweep, runRequestSweep } from '../../shared/money/sweeps/request-sweep.ts'
import { runShowGas, showGas } from '../../shared/money/sweeps/show-gas.ts'
import {
  runShowSweepPreviews,
  showSweepPreviews,
} from '../../shared/money/sweeps/show-sweep-previews.ts'
import { runSweepUnlisted, sweepUnlisted } from '../../shared/money/sweeps/sweep-unlisted.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { askForHoldings } from '../services/ask-for-holdings.ts'
import { chainClients } from '../services/chain-clients.ts'
import { operatorServices } from '../services/operator-services.ts'

export function serveRequestSweep(config: Config) {
  return operatorFunction(requestSweep, runRequestSweep, operatorServices(config))
}

export function serveListSweeps(config: Config) {
  return operatorFunction(listSweeps, runListSweeps, operatorServices(config))
}

export function serveGetSweep(config: Config) {
  return operatorFunction(getSweep, runGetSweep, operatorServices(config))
}

export function serveAbandonSweep(config: Config) {
  return operatorFunction(abandonSweep, runAbandonSweep, operatorServices(config))
}

export function serveSweepUnlisted(config: Config) {
  return operatorFunction(sweepUnlisted, runSweepUnlisted, operatorServices(config))
}

export function serveGetPayouts(config: Config) {
  return operatorFunction(getPayouts, runGetPayouts, operatorServices(config))
}

export function serveListWaitingMoney(config: Config) {
  return operatorFunction(listWaiting, runListWaiting, operatorServices(config))
}

export function serveShowGas(config: Config) {
  return operatorFunction(showGas, runShowGas, readingChains(config))
}

export function serveShowSweepPreviews(config: Config) {
  return operatorFunction(showSweepPreviews, runShowSweepPreviews, readingChains(config))
}

function readingChains(config: Config) {
  const services = operatorServices(config)
  const { clients } = chainClients(config, services.table)
  return { ...services, ask: askForHoldings, chains: clients }
}
