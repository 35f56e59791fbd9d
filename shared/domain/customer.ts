import type { Mode } from './mode.ts'

/** Who gave an email; never deleted. */
export type Customer = {
  id: string
  mode: Mode
  /** 1, 2, 3 … in each mode without a gap: the newest one's is how many there are. */
  sequence: number
  /** As it was given first. The same in other letters is the same customer. */
  email: string
  metadata: Record<string, string | number> | null
  createdAt: Date
  updatedAt: Date
}
