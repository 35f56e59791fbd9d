import { showCustomer } from '../../shared/records/customers/show-customer.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(showCustomer)
