import { randomBytes } from 'node:crypto'
import { runSubmitDetails, submitDetails } from '../../shared/merchant/checkout/submit-details.ts'
import type { Config } from '../config.ts'
import { pageFunction } from '../pipelines/page-function.ts'
import { presentationServices } from '../services/page-services.ts'

export function serve(config: Config) {
  // A viewer may give details for each session they open.
  const perClient = config('LINK_SESSIONS_PER_MINUTE')
  const services = { ...presentationServices(config), randomBytes, perClient }
  return pageFunction(submitDetails, runSubmitDetails, services)
}
