import type { Mode } from '../../kernel/mode.ts'

/** Why a receiver gave no answer that counts. */
export const deliveryErrors = [
  /** The URL or the address behind it is not one we send to. */
  'address_refused',
  'name_not_resolved',
  'connection_failed',
  'tls_failed',
  /** No whole answer within the time limit. */
  'timed_out',
  'invalid_answer',
] as const

export type DeliveryError = (typeof deliveryErrors)[number]

/** What came of one request. `body` is the beginning of the answer as text. */
export type AttemptOutcome =
  | { kind: 'answered'; statusCode: number; body: string }
  | { kind: 'failed'; error: DeliveryError; message: string }

/** Stands before the request is made; where it still stands at `until`, the attempt was interrupted. */
type UnknownOutcome = { kind: 'unknown'; until: Date }

/** One line of a delivery's log. The body sent is the event's, so it is not kept again. */
export type DeliveryAttempt = {
  deliveryId: string
  mode: Mode
  /** From 1, and again after a replay. An interrupted attempt is made again under its number. */
  number: number
  startedAt: Date
  /** Null while the outcome is unknown. */
  latencyMs: number | null
  url: string
  requestHeaders: Record<string, string>
  outcome: AttemptOutcome | UnknownOutcome
  /** Null where this was the last, and while the outcome is unknown. */
  nextAttemptAt: Date | null
}

/** A 2xx, whole and in time, is the only success; a redirect is none. */
export function isDelivered(outcome: DeliveryAttempt['outcome']): boolean {
  return outcome.kind === 'answered' && outcome.statusCode >= 200 && outcome.statusCode <= 299
}

/** 410 says that the receiver wants nothing more, ever. */
export function isGone(outcome: AttemptOutcome): boolean {
  return outcome.kind === 'answered' && outcome.statusCode === 410
}
