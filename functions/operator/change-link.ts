import { changeLink } from '../../shared/merchant/payment-links/change-link.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(changeLink)
