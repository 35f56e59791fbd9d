import { acceptInvitation } from './admin/operators/people/accept-invitation.ts'
import { showInvitation } from './admin/operators/people/show-invitation.ts'
import { beginPasskeySignIn } from './admin/operators/sign-in/begin-passkey-sign-in.ts'
import { showDashboard } from './admin/operators/sign-in/show-dashboard.ts'
import { signInWithPasskey } from './admin/operators/sign-in/sign-in-with-passkey.ts'
import { signInWithPassword } from './admin/operators/sign-in/sign-in-with-password.ts'
import { signOut } from './admin/operators/sign-in/sign-out.ts'
import { claimInstance } from './admin/setup/claim-instance.ts'
import type { Operation } from './kernel/operation/operation.ts'

/** Operations of the dashboard's pages before somebody is signed in. */
export const visitorOperations = [
  showDashboard,
  claimInstance,
  beginPasskeySignIn,
  signInWithPasskey,
  signInWithPassword,
  showInvitation,
  acceptInvitation,
  signOut,
] satisfies readonly Operation[]
