import { showOverview } from '../../shared/admin/statistics/show-overview.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { operatorServices } from '../services/operator-services.ts'

export function serveShowOverview(config: Config) {
  return operatorFunction(showOverview, operatorServices(config))
}
