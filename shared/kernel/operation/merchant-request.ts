import type { Mode } from '../mode.ts'
import type { Operation } from './operation.ts'

export type MerchantRequest<Body = unknown, Query = unknown> = {
  mode: Mode
  /** `{id}` of the path; empty if it has none. */
  id: string
  body: Body
  query: Query
  /**
   * Resolves once the request is counted and known not to be a repetition; rejects if it will not be executed. Only for
   * operations that read early.
   */
  admitted: () => Promise<void>
}

/** The request that an operation gets. */
export type RequestOf<Called> =
  Called extends Operation<infer Body, infer Query> ? MerchantRequest<Body, Query> : never
