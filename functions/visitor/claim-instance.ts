import { claimInstance } from '../../shared/admin/setup/claim-instance.ts'
import type { Config } from '../config.ts'
import { visitorFunction } from '../pipelines/visitor-function.ts'
import { operatorServices } from '../services/operator-services.ts'

export function serve(config: Config) {
  return visitorFunction(claimInstance, operatorServices(config))
}
