import { listLinks } from '../../shared/merchant/payment-links/list-payment-links.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(listLinks)
