import type { Mode } from '../../../kernel/mode.ts'

/** A person who gave an email; never deleted, but they may be erased. */
export type Customer = {
  id: string
  mode: Mode
  /** As first given. Emails that differ only in letter case are the same customer. */
  email: string
  metadata: Record<string, string | number> | null
  createdAt: Date
  updatedAt: Date
  /** Since when nothing is known of them any more; the email is then a placeholder. */
  erasedAt?: Date | undefined
}
