import { disableTotp } from '../../shared/admin/operators/account/disable-totp.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(disableTotp)
