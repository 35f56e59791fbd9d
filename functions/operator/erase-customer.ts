import { eraseCustomer } from '../../shared/records/customers/erase-customer.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(eraseCustomer)
