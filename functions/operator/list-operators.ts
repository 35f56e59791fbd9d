import { listOperators } from '../../shared/admin/operators/people/list-operators.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(listOperators)
