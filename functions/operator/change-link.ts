import { changeLink } from '../../shared/merchant/payment-links/update-payment-link.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(changeLink)
