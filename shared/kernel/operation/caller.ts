import type { Scope } from '../scopes.ts'

/** Who may call an operation, and how they are identified. */
export type Caller =
  /** An API key with the scope. */
  | { kind: 'merchant'; scope: Scope }
  /** Anyone who knows a session's id or a link's slug, such as the hosted page. */
  | { kind: 'customer' }
  /** The terminal, through Lambda's Invoke with the account's IAM. */
  | { kind: 'operator' }
  /** The dashboard's pages, before somebody is signed in. */
  | { kind: 'visitor' }
  /** A service whose calls are signed; the operation checks the signature. */
  | { kind: 'signed' }
  /** Anyone at all. */
  | { kind: 'public' }

export const merchant = (scope: Scope) => ({ kind: 'merchant', scope }) as const satisfies Caller
export const customer = { kind: 'customer' } as const satisfies Caller
export const operator = { kind: 'operator' } as const satisfies Caller
export const visitor = { kind: 'visitor' } as const satisfies Caller
export const signed = { kind: 'signed' } as const satisfies Caller
export const anyone = { kind: 'public' } as const satisfies Caller
