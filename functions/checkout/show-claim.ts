import { showClaim } from '../../shared/money/refunds/claim/show-claim.ts'
import { servePage } from '../pipelines/page-function.ts'

export const serve = servePage(showClaim)
