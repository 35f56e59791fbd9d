import type { Mode } from '../../../kernel/mode.ts'

/** Why there is no valid response. */
export const deliveryErrors = [
  /** Webhooks must not be sent to this URL, or to the address behind it. */
  'address_refused',
  'name_not_resolved',
  'connection_failed',
  'tls_failed',
  /** No complete response within the time limit. */
  'timed_out',
  'invalid_response',
] as const

export type DeliveryError = (typeof deliveryErrors)[number]

/** The outcome of one request. `body` is the beginning of the response as text. */
export type AttemptOutcome =
  | {
      kind: 'responded'
      statusCode: number
      body: string
      /** Some headers of the response, to find out why it was refused; none of a success. */
      headers?: Record<string, string> | undefined
      /** Body and headers were removed, because the customer was erased. */
      redacted?: true | undefined
    }
  | { kind: 'failed'; error: DeliveryError; message: string }

/** Saved before the request is made. If it is still unknown at `until`, the attempt was interrupted. */
type UnknownOutcome = { kind: 'unknown'; until: Date }

/** One entry in a delivery's log. The body sent is the event's, so it is not stored again. */
export type DeliveryAttempt = {
  deliveryId: string
  mode: Mode
  /** Starts at 1, also after a replay. An interrupted attempt is repeated with the same number. */
  number: number
  startedAt: Date
  /** Null while the outcome is unknown. */
  latencyMs: number | null
  url: string
  requestHeaders: Record<string, string>
  outcome: AttemptOutcome | UnknownOutcome
  /** Null if this was the last attempt, and while the outcome is unknown. */
  nextAttemptAt: Date | null
}

/** Only a complete 2xx in time is a success. A redirect is not. */
export function isDelivered(outcome: DeliveryAttempt['outcome']): boolean {
  return outcome.kind === 'responded' && isSuccess(outcome.statusCode)
}

export function isSuccess(statusCode: number): boolean {
  return statusCode >= 200 && statusCode <= 299
}

/** 410 means that the receiver permanently wants no more webhooks. */
export function isGone(outcome: AttemptOutcome): boolean {
  return outcome.kind === 'responded' && outcome.statusCode === 410
}
