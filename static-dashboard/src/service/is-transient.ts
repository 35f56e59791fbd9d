import type { Failure } from './result.ts'

/** Said by the gateway or the service of one request, not of what was asked for. */
const codes: ReadonlySet<string> = new Set(['internal_error', 'timed_out', 'rate_limit_exceeded'])

/** Whether the same request may succeed in a moment. */
export function isTransient(failure: Failure): boolean {
  if (failure.kind === 'rejected') return codes.has(failure.code)
  return failure.kind === 'unreachable'
}
