import type { Role } from '../../../kernel/roles.ts'

/** A link that lets somebody choose a password: to become an operator, or to get back into their account. */
export type Invitation = {
  id: string
  /** SHA-256 of the secret in the link, in base64. */
  secretHash: string
  email: string
  role: Role
  /** The operator whose access it restores; null if it is for a new one. */
  operatorId: string | null
  /** The id of the operator who sent it; null for the terminal. */
  invitedBy: string | null
  createdAt: Date
  expiresAt: Date
}

export const invitationLifetimeMs = 24 * 3_600_000
