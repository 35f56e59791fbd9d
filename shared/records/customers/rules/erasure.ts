import type { Mode } from '../../../kernel/mode.ts'

/** Remaining work of a customer's erasure; deleted once all is done. */
export type Erasure = {
  mode: Mode
  customerId: string
  /** Tells their sessions from those that got another email. */
  email: string
  startedAt: Date
  /** The last session that was reached; null at the beginning. */
  after: string | null
  /** Whether all sessions were reached. */
  isWalked: boolean
  /** Sessions that were reached and are left, because they were open. */
  open: readonly string[]
}
