import type { Operator } from './operator.ts'
import { wizardMs } from './proof.ts'

export const signInMethods = ['claim', 'password', 'passkey', 'invitation'] as const
type SignInMethod = (typeof signInMethods)[number]

/** A browser in which an operator is signed in. */
export type SignIn = {
  id: string
  operatorId: string
  /** SHA-256 of the secret in the cookie, in base64. */
  secretHash: string
  method: SignInMethod
  /** When the operator signed in. Earlier than `createdAt` if this one replaced another. */
  startedAt: Date
  createdAt: Date
  lastSeenAt: Date
  expiresAt: Date
  /** Whether another one with a new secret took its place: it ends as soon as no request of the page needs it. */
  isReplaced: boolean
  address: string
  userAgent: string
  /** The hash of the browser's own cookie, which outlasts the sign-in. */
  browser: string
}

const hourMs = 3_600_000

export const signInLimits = {
  absoluteMs: 12 * hourMs,
  /** How long requests of a page that were under way keep the secret that was replaced. */
  replacedMs: 30_000,
} as const

/** Whether a sign-in of this operator still counts. */
export function isAlive(
  { createdAt, expiresAt, operatorId }: SignIn,
  { id, signInsSince }: Pick<Operator, 'id' | 'signInsSince'>,
  now: Date,
): boolean {
  return operatorId === id && createdAt >= signInsSince && now < expiresAt
}

/** Whether a browser may still be in the first-run wizard: the one that claimed the instance, for 60 minutes. */
export function isInWizard(
  { method, startedAt, isReplaced }: Pick<SignIn, 'method' | 'startedAt' | 'isReplaced'>,
  now: Date,
): boolean {
  return method === 'claim' && !isReplaced && now.getTime() < startedAt.getTime() + wizardMs
}
