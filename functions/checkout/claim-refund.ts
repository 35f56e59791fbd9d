import { claimRefund } from '../../shared/money/refunds/claim/claim-refund.ts'
import { servePage } from '../pipelines/page-function.ts'

export const serve = servePage(claimRefund)
