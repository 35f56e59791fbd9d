import type { Role } from '../roles.ts'
import type { Scope } from '../scopes.ts'

/** How operators reach an operation: `npm run operate`, and the pages of the dashboard. */
export type Door = 'terminal' | 'dashboard'

/** Who may call an operation, and how they are identified. */
export type Caller =
  /** An API key with the scope. */
  | { kind: 'merchant'; scope: Scope }
  /** Anyone who knows a session's id or a link's slug, such as the hosted page. */
  | { kind: 'customer' }
  /**
   * The dashboard with a signed-in operator of this role, or the terminal through Lambda's Invoke with the account's
   * IAM. With `stepUp`, the operator must have confirmed who they are a few minutes ago.
   */
  | {
      kind: 'operator'
      role: Role
      stepUp: boolean
      /** False for what somebody needs who has to add a second factor before anything else. */
      secondFactor: boolean
      /** Takes longer than a page may wait: the page starts it, and asks how far it is. */
      inBackground: boolean
      doors: readonly Door[]
    }
  /** The dashboard's pages, before somebody is signed in. */
  | { kind: 'visitor' }
  /** A service whose calls are signed; the operation checks the signature. */
  | { kind: 'signed' }
  /** Anyone at all. */
  | { kind: 'public' }

export const merchant = (scope: Scope) => ({ kind: 'merchant', scope }) as const satisfies Caller
export const customer = { kind: 'customer' } as const satisfies Caller
export const visitor = { kind: 'visitor' } as const satisfies Caller
export const signed = { kind: 'signed' } as const satisfies Caller
export const anyone = { kind: 'public' } as const satisfies Caller
