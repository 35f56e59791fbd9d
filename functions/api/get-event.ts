import { getEvent, runGetEvent } from '../../shared/merchant/events/get-event.ts'
import type { Config } from '../config.ts'
import { merchantFunction } from '../pipelines/merchant-function.ts'
import { merchantServices } from '../services/merchant-services.ts'

export function serve(config: Config) {
  return merchantFunction(getEvent, runGetEvent, merchantServices(config))
}
