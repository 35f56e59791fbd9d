import { listCustomerPayments } from '../../shared/admin/payments/list-customer-payments.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(listCustomerPayments)
