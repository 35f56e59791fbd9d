import type { Facts } from './facts.ts'
import { logProblem } from './log.ts'

/** Logs an error that is recovered from elsewhere, instead of throwing it. */
export function report(message: string, error: unknown, facts: Facts = {}): void {
  logProblem(message, { error, facts })
}
