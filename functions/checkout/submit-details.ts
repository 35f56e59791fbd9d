import { submitDetails } from '../../shared/merchant/checkout/submit-details.ts'
import { servePage } from '../pipelines/page-function.ts'

export const serve = servePage(submitDetails)
