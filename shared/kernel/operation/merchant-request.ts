import type { Mode } from '../mode.ts'

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

/** For an operator's request that merchants may make too: spread it and name the resource. */
export const withoutKey = {
  id: '',
  body: undefined,
  query: {},
  admitted: async () => undefined,
} as const
