import type { Words } from '../../../shared/kernel/errors.ts'

export type Rejection = {
  kind: 'rejected'
  code: string
  message: string
  param: string | null
  /** The message for languages other than English. */
  words?: Words | undefined
  /** The request that failed, and its id in the service's log. */
  request?: { operation: string; id: string }
}

/**
 * Why a call has no output: the service rejected it, it was not reached, or the operator did not confirm who they are.
 */
export type Failure = Rejection | { kind: 'unreachable' } | { kind: 'cancelled' }

export type Result<Output> = { kind: 'ok'; output: Output } | Failure
