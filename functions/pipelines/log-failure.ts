import type { Failure } from '../../shared/http/steps/error-responses.ts'
import { logProblem } from '../../shared/log/log.ts'
import { sessionNamed } from './request-facts.ts'

/** Logs a request that failed through our fault. */
export function logFailure({ error, id, ...request }: Failure): void {
  logProblem('request failed', { error, facts: { ...request, ...sessionNamed(id) } })
}
