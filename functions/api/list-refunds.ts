import { listRefunds, runListRefunds } from '../../shared/money/refunds/list-refunds.ts'
import type { Config } from '../config.ts'
import { merchantFunction } from '../pipelines/merchant-function.ts'
import { merchantServices } from '../services/merchant-services.ts'

export function serve(config: Config) {
  return merchantFunction(listRefunds, runListRefunds, merchantServices(config))
}
