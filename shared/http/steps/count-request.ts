import { ServiceError } from '../../kernel/errors.ts'
import { invariant } from '../../kernel/invariant.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Table } from '../../kernel/store/table.ts'
import { keyOf, type MerchantExchange } from '../exchange.ts'
import type { Step } from '../step.ts'
import { countInWindow } from '../store/rate-window.ts'

export type CountRequestDeps = {
  table: Table
  now: () => Date
  /** Requests that a key may make per minute. */
  limitPerMinute: (mode: Mode) => Promise<number>
}

/**
 * Counts each request of a key, including rejected ones, and sets the rate limit headers. It only starts counting;
 * meanwhile the request is checked, and `withinRateLimit` awaits the outcome. If the limit is exceeded, that error
 * takes precedence over others.
 */
export function countRequest(deps: CountRequestDeps): Step<MerchantExchange> {
  return {
    before: ({ event: exchange }) => {
      const outcome = count(deps, exchange)
      // The pipeline's handler or `onError` awaits it and gets its error.
      outcome.catch(() => undefined)
      exchange.count = { outcome, isAwaited: false }
    },
    onError: async (request) => {
      const { count: counting } = request.event
      if (!counting || counting.isAwaited) return
      try {
        await counting.outcome
      } catch (error) {
        request.error = error
      }
    },
  }
}

/** Waits until the request is counted. Throws `rate_limit_exceeded`. */
export function withinRateLimit({ count: counting }: MerchantExchange): Promise<void> {
  invariant(counting, 'the request is being counted by now')
  counting.isAwaited = true
  return counting.outcome
}

async function count(
  { table, now, limitPerMinute }: CountRequestDeps,
  exchange: MerchantExchange,
): Promise<void> {
  const { id, mode } = keyOf(exchange)
  const [limit, { count: used, resetSeconds }] = await Promise.all([
    limitPerMinute(mode),
    countInWindow(table, { subject: id, now: now() }),
  ])
  Object.assign(exchange.headers, {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(Math.max(0, limit - used)),
    'X-RateLimit-Reset': String(resetSeconds),
  })
  if (used <= limit) return
  throw rateLimitExceeded({ limit, resetSeconds })
}

export function rateLimitExceeded({
  limit,
  resetSeconds,
}: {
  limit: number
  resetSeconds: number
}): ServiceError {
  const message = `This API key may make ${limit} requests per minute. Try again in ${resetSeconds} s, and back off if it happens again.`
  return new ServiceError('rate_limit_exceeded', message, { retryAfterSeconds: resetSeconds })
}
