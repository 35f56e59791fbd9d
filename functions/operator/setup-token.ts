import { setupTokenOperations } from '../../shared/operator-groups/setup-token.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { operatorServices } from '../services/operator-services.ts'

export function serve(config: Config) {
  return operatorFunction(setupTokenOperations, operatorServices(config))
}
