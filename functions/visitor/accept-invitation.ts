import { acceptInvitation } from '../../shared/admin/operators/people/accept-invitation.ts'
import { serveVisitor } from '../pipelines/visitor-function.ts'

export const serve = serveVisitor(acceptInvitation)
