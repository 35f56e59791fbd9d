import { eraseCustomer } from '../../shared/records/customers/delete-customer.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(eraseCustomer)
