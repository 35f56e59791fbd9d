import { showWork } from '../../shared/admin/operators/show-work.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { operatorServices } from '../services/operator-services.ts'

export function serveShowWork(config: Config) {
  return operatorFunction(showWork, operatorServices(config))
}
