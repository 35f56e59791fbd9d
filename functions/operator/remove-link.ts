import { removeLink } from '../../shared/merchant/payment-links/remove-link.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(removeLink)
