import { resetAccess } from '../../shared/admin/operators/people/reset-access.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(resetAccess)
