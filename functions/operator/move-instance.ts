import { moveInstance } from '../../shared/records/settings/move-instance.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(moveInstance)
