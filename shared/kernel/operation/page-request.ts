import * as z from 'zod'
import type { Decision } from './commit.ts'

/** Accepts no body, and ignores query parameters; spread it and name the body that is accepted. */
export const pageInput = { body: z.undefined(), query: z.unknown() } as const

export type VisitLimit = {
  /** The counted person or thing. */
  subject: string
  most: number | Promise<number>
  /** The length of the counting window; a minute by default. */
  windowSeconds?: number
}

/** Counts a visit. Throws `rate_limit_exceeded`. */
export type LimitVisits = (visit: VisitLimit) => Promise<void>

/** A request from the hosted page, or from anyone without a key. */
export type PageRequest<Body = unknown> = {
  /** The only parameter of the path: a session's id or a link's slug; empty if it has none. */
  id: string
  body: Body
  /** The caller's network address, without a port. */
  viewerAddress: string
  /** `If-None-Match`, as sent. */
  knownTag: string | undefined
  /** Counts the request once per subject, even if it is decided again. */
  limit: LimitVisits
}

/** `disconnected` aborts when the stream's client disconnects. */
export type StreamRequest<Body = unknown> = PageRequest<Body> & { disconnected: AbortSignal }

/** A response other than JSON: a page or an image, or where to find it. */
export type PageDocument = {
  status: 200 | 303 | 403 | 404
  headers: Record<string, string>
  body: string | Uint8Array
}

/** The caching headers of the response; `no-store` by default. */
export type Caching = { tag?: string; cacheControl?: string }

/** A decision, or that the caller's copy is still current. */
export type PageDecision<Result> = (Decision<Result> & Caching) | ({ notModified: true } & Caching)
