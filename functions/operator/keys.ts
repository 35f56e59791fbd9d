import { keyOperations } from '../../shared/operator-groups/keys.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { operatorServices } from '../services/operator-services.ts'

export function serve(config: Config) {
  return operatorFunction(keyOperations, operatorServices(config))
}
