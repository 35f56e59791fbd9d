import { runShowClaim, showClaim } from '../../shared/money/refunds/claim/show-claim.ts'
import type { Config } from '../config.ts'
import { pageFunction } from '../pipelines/page-function.ts'
import { presentationServices } from '../services/page-services.ts'

export function serve(config: Config) {
  return pageFunction(showClaim, runShowClaim, presentationServices(config))
}
