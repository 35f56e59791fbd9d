import { removeOperator } from '../../shared/admin/operators/people/remove-operator.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(removeOperator)
