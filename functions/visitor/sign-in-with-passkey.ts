import { signInWithPasskey } from '../../shared/admin/operators/sign-in/sign-in-with-passkey.ts'
import { serveVisitor } from '../pipelines/visitor-function.ts'

export const serve = serveVisitor(signInWithPasskey)
