import { showCustomer } from '../../shared/records/customers/get-customer.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(showCustomer)
