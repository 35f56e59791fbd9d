import { setUpInstance } from '../../shared/admin/setup/set-up-instance.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(setUpInstance)
