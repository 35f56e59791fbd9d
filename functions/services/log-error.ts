import type { Failure } from '../../shared/http/steps/error-responses.ts'
import type { Facts } from '../log/facts.ts'
import { logProblem } from '../log/log.ts'
import { sessionNamed } from '../log/request-facts.ts'

/** Logs a request that failed through our fault. */
export function logFailure({ error, id, ...request }: Failure): void {
  logProblem('request failed', { error, facts: { ...request, ...sessionNamed(id) } })
}

/** Logs an error that is recovered from elsewhere, instead of throwing it. */
export function report(message: string, error: unknown, facts: Facts = {}): void {
  logProblem(message, { error, facts })
}
