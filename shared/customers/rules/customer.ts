import type { Mode } from '../../kernel/mode.ts'

/** Who gave an email; never deleted. */
export type Customer = {
  id: string
  mode: Mode
  /** As it was given first. The same in other letters is the same customer. */
  email: string
  metadata: Record<string, string | number> | null
  createdAt: Date
  updatedAt: Date
}
