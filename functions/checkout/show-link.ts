import { showLink } from '../../shared/merchant/payment-links/show-link.ts'
import { servePage } from '../pipelines/page-function.ts'

export const serve = servePage(showLink)
