import { signOut } from '../../shared/admin/operators/sign-in/sign-out.ts'
import { serveVisitor } from '../pipelines/visitor-function.ts'

export const serve = serveVisitor(signOut)
