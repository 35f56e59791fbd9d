import type { Sealed } from '../../../kernel/sealed.ts'
import type { PasswordHash } from './password-hash.ts'

/** A passkey, which proves who somebody is without a password. */
export type Passkey = {
  /** The browser's id for it, in base64url. */
  credentialId: string
  /** In base64url. */
  publicKey: string
  /** How often it signed, if it counts. */
  counter: number
  transports: string[]
  /** Chosen by the operator. */
  name: string
  /** Passkeys work only for the domain that they were made for. */
  domain: string
  createdAt: Date
  lastUsedAt: Date | null
}

/** An authenticator app. */
export type Totp = {
  secret: Sealed
  /** The 30 seconds of the last code that was used: no code counts twice. */
  lastStep: number
  addedAt: Date
}

/** Everything that proves who an operator is. */
export type Credentials = {
  password: PasswordHash | undefined
  totp: Totp | undefined
  /** An authenticator app that hasn't shown a code yet. */
  pendingTotp: { secret: Sealed; expiresAt: Date } | undefined
  /** Hashes of the codes that are left. */
  recoveryCodes: string[]
  passkeys: Passkey[]
  /** Until when the wizard's steps need no further proof. */
  wizardProofUntil: Date | undefined
}

/** Without these, a password is all that there is. */
export function hasSecondFactor({ totp, passkeys }: Pick<Credentials, 'totp' | 'passkeys'>) {
  return totp !== undefined || passkeys.length > 0
}

/** Whether a password needs a code beside it: also while only recovery codes are left. */
export function needsCode(
  credentials: Pick<Credentials, 'totp' | 'passkeys' | 'recoveryCodes'>,
): boolean {
  return hasSecondFactor(credentials) || credentials.recoveryCodes.length > 0
}
