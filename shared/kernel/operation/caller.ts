import type { Role } from '../roles.ts'
import type { Scope } from '../scopes.ts'

/** How operators reach an operation: `npm run operate`, and the pages of the dashboard. */
export type Door = 'terminal' | 'dashboard'

/**
 * Whether a page's request must hold a proof of who sends it, for this operation and input alone: a signature of a
 * passkey, or the password with a code. For a step of the wizard, one proof within 60 minutes of the claim is enough.
 */
export type ProofNeed = 'none' | 'always' | 'once in the wizard'

/** Who may call an operation, and how they are identified. */
export type Caller =
  /** An API key with the scope, or any. */
  | { kind: 'merchant'; scope: Scope | 'any' }
  /** Anyone who knows a session's id or a link's slug, such as the hosted page. */
  | { kind: 'customer' }
  /**
   * The dashboard with a signed-in operator of this role, or the terminal through Lambda's Invoke with the account's
   * IAM, which needs no proof.
   */
  | {
      kind: 'operator'
      role: Role
      proof: ProofNeed
      /** False for what somebody needs who has to add a second factor before anything else. */
      secondFactor: boolean
      /** Takes longer than a page may wait: the page starts it, and polls its progress. */
      inBackground: boolean
      doors: readonly Door[]
    }
  /** The dashboard's pages, before somebody is signed in. */
  | { kind: 'visitor' }
  /** A service whose calls are signed; the operation checks the signature. */
  | { kind: 'signed' }
  | { kind: 'public' }

export const merchant = (scope: Scope | 'any') =>
  ({ kind: 'merchant', scope }) as const satisfies Caller
export const customer = { kind: 'customer' } as const satisfies Caller
export const visitor = { kind: 'visitor' } as const satisfies Caller
export const signed = { kind: 'signed' } as const satisfies Caller
export const anyone = { kind: 'public' } as const satisfies Caller
