import { beginTotp } from '../../shared/admin/operators/account/begin-totp.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(beginTotp)
