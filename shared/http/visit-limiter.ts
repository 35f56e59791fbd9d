import { ServiceError } from '../kernel/errors.ts'
import type { LimitVisits, VisitLimit } from '../kernel/operation/page-request.ts'
import type { Table } from '../kernel/store/table.ts'
import { countInWindow } from './store/rate-window.ts'

export type VisitLimiterDeps = { table: Table; now: () => Date }

/** The limits of one request of a visitor, who has no key: each subject is counted once, however often it is asked. */
export function visitLimiter(deps: VisitLimiterDeps): LimitVisits {
  const counted = new Map<string, Promise<void>>()
  return (visit) => {
    const outcome = counted.get(visit.subject) ?? count(deps, visit)
    counted.set(visit.subject, outcome)
    return outcome
  }
}

async function count(
  { table, now }: VisitLimiterDeps,
  { subject, most, windowSeconds = 60 }: VisitLimit,
): Promise<void> {
  const [{ count, resetSeconds }, allowed] = await Promise.all([
    countInWindow(table, { subject, now: now(), windowSeconds }),
    most,
  ])
  if (count <= allowed) return
  throw new ServiceError(
    'rate_limit_exceeded',
    `Too many attempts. Try again in ${resetSeconds} seconds.`,
    { retryAfterSeconds: resetSeconds },
  )
}
