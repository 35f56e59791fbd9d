import { eraseIdleCustomers } from '../../shared/admin/erasure/erase-idle-customers.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(eraseIdleCustomers)
