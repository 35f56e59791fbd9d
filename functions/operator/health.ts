import { checkHealth } from '../../shared/admin/health/check-health.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { healthServices } from '../services/health-services.ts'

export function serveCheckHealth(config: Config) {
  return operatorFunction(checkHealth, healthServices(config))
}
