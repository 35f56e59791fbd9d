import type { Decision } from './commit.ts'
import type { LimitVisits } from './page-request.ts'

export type Client = {
  /** The network address, without a port. */
  address: string
  userAgent: string
  /** The value of the browser's own cookie, if somebody has signed in there before. */
  browser: string | undefined
}

/** A request of the dashboard's pages from somebody who may not be signed in. */
export type VisitorRequest<Input = unknown> = {
  input: Input
  client: Client
  /** The value of the sign-in's cookie. */
  cookie: string | undefined
  /** Where the page came from, such as `https://pay.example.com`. */
  origin: string | undefined
  /** Counts the request once per subject, even if it is decided again. */
  limit: LimitVisits
}

/** A change of the cookies; `browser` is a value for the one that outlasts the sign-in. */
export type CookieChange = { value: string; maxAgeSeconds: number; browser?: string } | 'removed'

export type DashboardDecision<Result> = Decision<Result> & { cookie?: CookieChange }
