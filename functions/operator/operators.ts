import { stopFactor } from '../../shared/admin/operators/account/stop-factor.ts'
import { listOperators } from '../../shared/admin/operators/people/list-operators.ts'
import { resetAccess } from '../../shared/admin/operators/people/reset-access.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { operatorServices } from '../services/operator-services.ts'

export function serveListOperators(config: Config) {
  return operatorFunction(listOperators, operatorServices(config))
}

export function serveResetAccess(config: Config) {
  return operatorFunction(resetAccess, operatorServices(config))
}

export function serveStopFactor(config: Config) {
  return operatorFunction(stopFactor, operatorServices(config))
}
