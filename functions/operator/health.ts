import { checkHealth, runCheckHealth } from '../../shared/operators/check-health.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { operatorServices } from '../services/operator-services.ts'

export function serveCheckHealth(config: Config) {
  return operatorFunction(checkHealth, runCheckHealth, operatorServices(config))
}
