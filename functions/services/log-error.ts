import type { Failure } from '../../shared/http/steps/error-responses.ts'
import type { Facts } from '../log/facts.ts'
import { logProblem } from '../log/log.ts'
import { sessionNamed } from '../log/request-facts.ts'

/** A line for a response that was our fault. */
export function logFailure({ error, id, ...request }: Failure): void {
  logProblem('request failed', { error, facts: { ...request, ...sessionNamed(id) } })
}

/** A line for what went wrong and is made up for elsewhere, so that it is neither lost nor thrown. */
export function report(message: string, error: unknown, facts: Facts = {}): void {
  logProblem(message, { error, facts })
}
