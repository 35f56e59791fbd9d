import { auditOperations } from '../../shared/operator-groups/audit.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { operatorServices } from '../services/operator-services.ts'

export function serve(config: Config) {
  return operatorFunction(auditOperations, operatorServices(config))
}
