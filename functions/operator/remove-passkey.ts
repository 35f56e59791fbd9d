import { removePasskey } from '../../shared/admin/operators/account/remove-passkey.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(removePasskey)
