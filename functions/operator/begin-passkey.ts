import { beginPasskey } from '../../shared/admin/operators/account/begin-passkey.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(beginPasskey)
