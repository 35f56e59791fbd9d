import { enableTotp } from '../../shared/admin/operators/account/enable-totp.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(enableTotp)
