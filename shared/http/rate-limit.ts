import { ServiceError } from '../domain/errors.ts'
import type { Mode } from '../domain/mode.ts'
import { countInWindow } from '../store/rate-window.ts'
import type { Table } from '../store/table.ts'
import { addAnswerHeaders } from './answer-headers.ts'
import { callers } from './authenticate.ts'
import type { Middleware } from './http-message.ts'

export type RateLimitDeps = {
  table: Table
  now: () => Date
  /** Requests a key may make in a minute. */
  limitPerMinute: (mode: Mode) => Promise<number>
}

/** Counts each request of a key, refused ones too, and tells the caller where they stand. */
export function rateLimit({ table, now, limitPerMinute }: RateLimitDeps): Middleware {
  return {
    before: async ({ event }) => {
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
    },
  }
}
