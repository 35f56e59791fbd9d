import { showInvitation } from '../../shared/admin/operators/people/show-invitation.ts'
import { serveVisitor } from '../pipelines/visitor-function.ts'

export const serve = serveVisitor(showInvitation)
