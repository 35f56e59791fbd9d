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

/** Of an operator, who asks what merchants may ask for too; spread it and name what is asked. */
export const withoutKey = {
  id: '',
  body: undefined,
  query: {},
  admitted: async () => undefined,
} as const
