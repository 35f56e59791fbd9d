import { listEvents, runListEvents } from '../../shared/merchant/events/list-events.ts'
import type { Config } from '../config.ts'
import { merchantFunction } from '../pipelines/merchant-function.ts'
import { merchantServices } from '../services/merchant-services.ts'

export function serve(config: Config) {
  return merchantFunction(listEvents, runListEvents, merchantServices(config))
}
