import { openLink } from '../../shared/merchant/checkout/open-link.ts'
import { servePage } from '../pipelines/page-function.ts'

export const serve = servePage(openLink)
