import { orderBookAudit } from '../../shared/money/books/order-book-audit.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(orderBookAudit)
