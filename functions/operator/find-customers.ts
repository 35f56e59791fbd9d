import { findCustomers } from '../../shared/admin/payments/find-customers.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(findCustomers)
