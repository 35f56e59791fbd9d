import type { Failure } from './result.ts'

/** Codes of the gateway or the service about one request, not about its content. */
const codes: ReadonlySet<string> = new Set(['internal_error', 'timed_out', 'rate_limit_exceeded'])

/** Whether the same request may succeed in a moment. */
export function isTransient(failure: Failure): boolean {
  if (failure.kind === 'rejected') return codes.has(failure.code)
  return failure.kind === 'unreachable'
}
