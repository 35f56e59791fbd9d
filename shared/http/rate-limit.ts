import type { APIGatewayProxyEvent } from 'aws-lambda'
import { ServiceError } from '../kernel/errors.ts'
import type { Mode } from '../kernel/mode.ts'
import type { Table } from '../kernel/store/table.ts'
import { addAnswerHeaders } from './answer-headers.ts'
import { callers } from './authenticate.ts'
import type { Middleware } from './http-message.ts'
import { requestValue } from './request-value.ts'
import { countInWindow } from './store/rate-window.ts'

export type RateLimitDeps = {
  table: Table
  now: () => Date
  /** Requests a key may make in a minute. */
  limitPerMinute: (mode: Mode) => Promise<number>
}

/** `isAwaited` once the handler itself waits for the outcome. */
type Count = { outcome: Promise<void>; isAwaited: boolean }

const counts = requestValue<Count>('rate count')

/**
 * Counts each request of a key, refused ones too, and tells the caller where they stand. It only begins to: meanwhile the
 * request is checked, and `withinRateLimit` waits for the outcome. No other refusal gets ahead of this one.
 */
export function rateLimit(deps: RateLimitDeps): Middleware {
  return {
    before: ({ event }) => {
      const outcome = countRequest(deps, event)
      // Told to whoever waits, which is the handler or `onError`.
      outcome.catch(() => undefined)
      counts.set(event, { outcome, isAwaited: false })
    },
    onError: async (exchange) => {
      const count = counts.find(exchange.event)
      if (!count || count.isAwaited) return
      try {
        await count.outcome
      } catch (error) {
        exchange.error = error
      }
    },
  }
}

/** Waits until the request is counted. Throws `rate_limit_exceeded`. */
export function withinRateLimit(event: APIGatewayProxyEvent): Promise<void> {
  const count = counts.get(event)
  count.isAwaited = true
  return count.outcome
}

async function countRequest(
  { table, now, limitPerMinute }: RateLimitDeps,
  event: APIGatewayProxyEvent,
): Promise<void> {
  const { id, mode } = callers.get(event)
  const [limit, { count, resetSeconds }] = await Promise.all([
    limitPerMinute(mode),
    countInWindow(table, { subject: id, now: now() }),
  ])
  addAnswerHeaders(event, {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(Math.max(0, limit - count)),
    'X-RateLimit-Reset': String(resetSeconds),
  })
  if (count <= limit) return
  throw new ServiceError(
    'rate_limit_exceeded',
    `This API key may make ${limit} requests a minute. Try again in ${resetSeconds} s, and back off if it happens again.`,
    { retryAfterSeconds: resetSeconds },
  )
}
