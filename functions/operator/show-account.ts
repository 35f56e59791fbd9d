import { showAccount } from '../../shared/admin/operators/account/show-account.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(showAccount)
