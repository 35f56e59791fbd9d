import { signInWithPassword } from '../../shared/admin/operators/sign-in/sign-in-with-password.ts'
import { serveVisitor } from '../pipelines/visitor-function.ts'

export const serve = serveVisitor(signInWithPassword)
