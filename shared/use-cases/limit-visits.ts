import { ServiceError } from '../domain/errors.ts'
import { countInWindow } from '../store/rate-window.ts'
import type { Table } from '../store/table.ts'

export type VisitLimit = {
  /** What was done too often, as the beginning of a sentence. */
  what: string
  /** Who or what is counted. */
  subject: string
  perMinute: number
}

/** Counts what visitors do on the pages, who have no key. Throws `rate_limit_exceeded`. */
export async function limitVisits(
  { table, now }: { table: Table; now: () => Date },
  { what, subject, perMinute }: VisitLimit,
): Promise<void> {
  const { count, resetSeconds } = await countInWindow(table, { subject, now: now() })
  if (count <= perMinute) return
  throw new ServiceError(
    'rate_limit_exceeded',
    `${what} too often within a minute. Try again in ${resetSeconds} seconds.`,
    { retryAfterSeconds: resetSeconds },
  )
}
