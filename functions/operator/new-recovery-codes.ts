import { newRecoveryCodes } from '../../shared/admin/operators/account/new-recovery-codes.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(newRecoveryCodes)
