import { addLink } from '../../shared/merchant/payment-links/create-payment-link.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(addLink)
