import { removeLink } from '../../shared/merchant/payment-links/delete-payment-link.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(removeLink)
