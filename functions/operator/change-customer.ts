import { changeCustomer } from '../../shared/records/customers/change-customer.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(changeCustomer)
