import { beginPasskeySignIn } from '../../shared/admin/operators/sign-in/begin-passkey-sign-in.ts'
import { serveVisitor } from '../pipelines/visitor-function.ts'

export const serve = serveVisitor(beginPasskeySignIn)
