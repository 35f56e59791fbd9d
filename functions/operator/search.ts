import { search } from '../../shared/admin/search/search.ts'
import type { Config } from '../config.ts'
import { operatorFunction } from '../pipelines/operator-function.ts'
import { operatorServices } from '../services/operator-services.ts'

export function serveSearch(config: Config) {
  return operatorFunction(search, operatorServices(config))
}
