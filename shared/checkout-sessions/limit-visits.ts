import { countInWindow } from '../http/store/rate-window.ts'
import { ServiceError } from '../kernel/errors.ts'
import type { Table } from '../kernel/store/table.ts'

export type VisitLimit = {
  /** What was done too often, as the beginning of a sentence. */
  what: string
  /** Who or what is counted. */
  subject: string
} & ({ perMinute: number } | { limit: number; windowSeconds: number })

/** Counts what visitors do on the pages, who have no key. Throws `rate_limit_exceeded`. */
export async function limitVisits(
  { table, now }: { table: Table; now: () => Date },
  { what, subject, ...limited }: VisitLimit,
): Promise<void> {
  const { limit, windowSeconds } =
    'limit' in limited ? limited : { limit: limited.perMinute, windowSeconds: 60 }
  const { count, resetSeconds } = await countInWindow(table, { subject, now: now(), windowSeconds })
  if (count <= limit) return
  const within = windowSeconds === 60 ? 'a minute' : `${windowSeconds} seconds`
  throw new ServiceError(
    'rate_limit_exceeded',
    `${what} too often within ${within}. Try again in ${resetSeconds} seconds.`,
    { retryAfterSeconds: resetSeconds },
  )
}
