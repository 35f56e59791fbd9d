import type { Operation } from './kernel/operation/operation.ts'
import { acceptInvitation } from './operators/people/accept-invitation.ts'
import { showInvitation } from './operators/people/show-invitation.ts'
import { beginPasskeySignIn } from './operators/sign-in/begin-passkey-sign-in.ts'
import { showDashboard } from './operators/sign-in/show-dashboard.ts'
import { signInWithPasskey } from './operators/sign-in/sign-in-with-passkey.ts'
import { signInWithPassword } from './operators/sign-in/sign-in-with-password.ts'
import { signOut } from './operators/sign-in/sign-out.ts'
import { claimInstance } from './setup/claim-instance.ts'

/** What the dashboard's pages can do before somebody is signed in. */
export const visitorOperations: readonly Operation[] = [
  showDashboard,
  claimInstance,
  beginPasskeySignIn,
  signInWithPasskey,
  signInWithPassword,
  showInvitation,
  acceptInvitation,
  signOut,
]
