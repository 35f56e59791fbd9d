import { inviteOperator } from '../../shared/admin/operators/people/invite-operator.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(inviteOperator)
