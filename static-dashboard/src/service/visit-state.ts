import { signal } from '@preact/signals'
import type { Operations } from '../operations.ts'
import { navigate } from '../router.ts'
import type { Failure } from './result.ts'

export type Visit = Operations['show-dashboard']['output']

/** Who is signed in, and how far the instance is set up; null until it is known. */
export const visit = signal<Visit | null>(null)

/** Why the signed-in operator is unknown. */
export const visitFailure = signal<Failure | null>(null)

/** The operator chose to sign in, although it is not known who is signed in. */
export const isSigningIn = signal(false)

/** The session ended while the dashboard was open. */
export const isExpired = signal(false)

/** Notes who is signed in now. Whoever was until then, and did not sign out, is to know why they have to sign in. */
export function noteVisit(latest: Visit): void {
  if (latest.operator) isExpired.value = false
  else if (visit.peek()?.operator) isExpired.value = true
  visitFailure.value = null
  isSigningIn.value = false
  visit.value = latest
}

/** Leads to the sign-in page, which returns to this one. Several requests can be refused at the same time. */
export function signInExpired(): void {
  const current = visit.peek()
  if (current) noteVisit({ ...current, operator: null })
}

/**
 * Drops all data that an operator loaded or typed, and pending responses, so that the next operator sees nothing of it.
 */
export function startAfresh(): void {
  window.location.reload()
}

/** Until there is a second factor, nothing else is allowed. */
export function toSecondFactor(): void {
  const current = visit.peek()
  if (current) visit.value = { ...current, hasSecondFactor: false }
  navigate('/settings/account', { replace: true })
}
