import { addLink } from '../../shared/merchant/payment-links/add-link.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(addLink)
