import type { Words } from '../../../shared/kernel/errors.ts'

export type Rejection = {
  kind: 'rejected'
  code: string
  message: string
  param: string | null
  /** What the message says, for languages other than English. */
  words?: Words | undefined
  /** What the service was asked, and what its log calls that. */
  request?: { operation: string; id: string }
}

/**
 * Why a call has no output: the service rejected it, it was not reached, or the operator did not confirm who they are.
 */
export type Failure = Rejection | { kind: 'unreachable' } | { kind: 'cancelled' }

export type Result<Output> = { kind: 'ok'; output: Output } | Failure
