import { ServiceError } from '../../kernel/errors.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { Write } from '../../kernel/store/transact.ts'
import type { AuditDeps } from '../audit.ts'
import { isPassword } from '../hash-password.ts'
import { type Credentials, needsCode } from '../rules/credentials.ts'
import { loadCredentials } from '../store/credentials.ts'
import { beginGuess } from './guess-limiter.ts'
import { type OpenTotp, verifyCode } from './verify-code.ts'

export type CheckPasswordServices = AuditDeps & { table: Table; openTotp: OpenTotp }

type Given = {
  /** As typed, for the limit of guesses. */
  email: string
  address: string
  /** Undefined if nobody has the email. */
  operatorId: string | undefined
  password: string
  code: string | undefined
}

type Checked =
  /** `after` forgets the failures of the account, once the writes are committed. */
  { proven: true; writes: Write[]; after: () => Promise<void> } | { proven: false; needs: 'code' }

/**
 * Checks a password, and a code if the operator has a second factor. Throws `sign_in_failed`, the same for a wrong
 * password, a wrong code and an unknown email, and `rate_limit_exceeded` after too many of them.
 */
export async function checkPassword(
  services: CheckPasswordServices,
  { email, address, operatorId, password, code }: Given,
): Promise<Checked> {
  const guess = await beginGuess(services, { email, address, operatorId })
  const credentials = await loadCredentials(services.table, operatorId ?? 'nobody')
  const isRight = await isPassword(password, credentials.password)
  if (!isRight || operatorId === undefined) throw signInFailed()
  if (!needsCode(credentials)) return { proven: true, writes: [], after: guess.succeed }
  if (code === undefined) {
    await guess.takeBack()
    return { proven: false, needs: 'code' }
  }
  const use = await codeUse(services, operatorId, { code, credentials })
  return { proven: true, writes: [use], after: guess.succeed }
}

async function codeUse(
  services: CheckPasswordServices,
  operatorId: string,
  given: { code: string; credentials: Credentials },
): Promise<Write> {
  const use = await verifyCode(services, operatorId, given)
  if (use) return use
  throw signInFailed()
}

export function signInFailed(): ServiceError {
  const message =
    'Email, password or code is wrong. A code works once: wait for the next one if you used it.'
  return new ServiceError('sign_in_failed', message)
}
