import { changeOperator } from '../../shared/admin/operators/people/change-operator.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(changeOperator)
