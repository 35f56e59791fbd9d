import { addPasskey } from '../../shared/admin/operators/account/add-passkey.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(addPasskey)
