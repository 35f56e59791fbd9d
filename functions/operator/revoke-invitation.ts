import { revokeInvitation } from '../../shared/admin/operators/people/revoke-invitation.ts'
import { serveOperator } from '../pipelines/operator-function.ts'

export const serve = serveOperator(revokeInvitation)
