import { showSession } from '../../shared/merchant/checkout/show-session.ts'
import { servePage } from '../pipelines/page-function.ts'

export const serve = servePage(showSession)
