import type { Sealed } from '../../../kernel/sealed.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import type { Credentials } from '../rules/credentials.ts'
import { recoveryCodeHash } from '../rules/recovery-code.ts'
import { totpDigits } from '../rules/totp-code.ts'
import { recoveryCodeUse, totpUse } from '../store/credentials.ts'
import { acceptedStep } from './totp.ts'

/** Opens the secret of an authenticator app. */
export type OpenTotp = (sealed: Sealed, context: Record<string, string>) => Promise<string>

/** The context that the secret of an operator's authenticator app is bound to. */
export function totpContext(operatorId: string): Record<string, string> {
  return { item: 'totp', operator: operatorId }
}

type Deps = { now: () => Date; openTotp: OpenTotp }

/** The write that uses a code of the app or a recovery code up; undefined if it is wrong, or was used. */
export async function verifyCode(
  { now, openTotp }: Deps,
  operatorId: string,
  { code, credentials }: { code: string; credentials: Credentials },
): Promise<Write | undefined> {
  const digits = totpDigits(code)
  const { totp, recoveryCodes } = credentials
  if (digits === undefined) {
    const hash = recoveryCodeHash(operatorId, code)
    return recoveryCodes.includes(hash) ? recoveryCodeUse(operatorId, hash) : undefined
  }
  if (!totp) return undefined
  const secret = await openTotp(totp.secret, totpContext(operatorId))
  const step = acceptedStep(secret, digits, { lastStep: totp.lastStep, at: now() })
  return step === undefined ? undefined : totpUse(operatorId, totp, step)
}
