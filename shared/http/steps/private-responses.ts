import type { Exchange } from '../exchange.ts'
import type { Step } from '../step.ts'

/** Only scripts of our own pages may read these responses: browsers must neither show nor frame them. */
const headers = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const

/** Adds these headers to every response, success or error. */
export function privateResponses(): Step<Exchange> {
  return { before: ({ event: exchange }) => void Object.assign(exchange.headers, headers) }
}
