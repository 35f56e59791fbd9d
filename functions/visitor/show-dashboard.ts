import { showDashboard } from '../../shared/admin/operators/sign-in/show-dashboard.ts'
import type { Config } from '../config.ts'
import { visitorFunction } from '../pipelines/visitor-function.ts'
import { isLocal } from '../services/is-local.ts'
import { operatorServices } from '../services/operator-services.ts'

export function serve(config: Config) {
  return visitorFunction(showDashboard, {
    ...operatorServices(config),
    isLocal: isLocal(config),
  })
}
