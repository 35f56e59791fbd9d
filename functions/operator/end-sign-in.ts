import { endSignIn } from '../../shared/admin/operators/account/end-sign-in.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(endSignIn)
