import { changePassword } from '../../shared/admin/operators/account/change-password.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(changePassword)
