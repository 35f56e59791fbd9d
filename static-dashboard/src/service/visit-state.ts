import { signal } from '@preact/signals'
import type { Operations } from '../operations.ts'
import { navigate } from '../router.ts'

export type Visit = Operations['show-dashboard']['output']

/** Who is signed in, and how far the instance is set up; null until it is known. */
export const visit = signal<Visit | null>(null)

/** The session ended while the dashboard was open. */
export const isExpired = signal(false)

/** Leads to the sign-in page, which returns to this one. */
export function signInExpired(): void {
  const current = visit.peek()
  isExpired.value = current?.operator != null
  if (current) visit.value = { ...current, operator: null }
}

/** Until there is a second factor, nothing else is allowed. */
export function toSecondFactor(): void {
  const current = visit.peek()
  if (current) visit.value = { ...current, hasSecondFactor: false }
  navigate('/settings/account', { replace: true })
}
