import { listPayments } from '../../shared/admin/payments/list-payments.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(listPayments)
