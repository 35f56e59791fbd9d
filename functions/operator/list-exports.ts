import { listExportsOperation } from '../../shared/admin/exports/list-exports.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(listExportsOperation)
