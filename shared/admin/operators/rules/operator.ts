import type { Role } from '../../../kernel/roles.ts'

/** A person who can sign in. */
export type Operator = {
  id: string
  /** In lower case: unique. */
  email: string
  name: string
  role: Role
  /** Whether a passkey or an authenticator app is registered. */
  hasSecondFactor: boolean
  /** Only true for the owner that a local instance creates for itself: the password is enough. */
  passwordAlone: boolean
  /** Sign-ins from before are void. */
  signInsSince: Date
  createdAt: Date
  /** Changes with every change of the operator or of the credentials. */
  version: number
}

/** An email as the identity of an operator. */
export function operatorEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** Everybody must add a second factor before anything else. */
export function hasRequiredFactors({
  hasSecondFactor,
  passwordAlone,
}: Pick<Operator, 'hasSecondFactor' | 'passwordAlone'>): boolean {
  return hasSecondFactor || passwordAlone
}

/** An owner other than this one who can do an owner's work: somebody without a second factor can only add one. */
export function otherOwner(operators: readonly Operator[], id: string): Operator | undefined {
  return operators.find(
    (each) => each.id !== id && each.role === 'owner' && hasRequiredFactors(each),
  )
}
