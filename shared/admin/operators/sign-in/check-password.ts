import { ServiceError } from '../../../kernel/errors.ts'
import type { AuditDeps } from '../../../kernel/operation/audit.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { isPassword } from '../hash-password.ts'
import { type Credentials, needsCode } from '../rules/credentials.ts'
import { totpDigits } from '../rules/totp-code.ts'
import { loadCredentials } from '../store/credentials.ts'
import { pairOf, wrongCodesOf, wrongCodesRemoval } from '../store/wrong-codes.ts'
import { countCode, recordWrongCode } from './count-code.ts'
import { beginGuess } from './guess-limiter.ts'
import { type OpenTotp, verifyCode } from './verify-code.ts'

export type CheckPasswordServices = AuditDeps & { table: Table; openTotp: OpenTotp }

type Given = {
  /** As typed: guesses are limited by email, even if no operator has it. */
  email: string
  address: string
  /** Wrong codes are counted per browser; see `WrongCodes`. */
  browser: string
  /** Undefined if nobody has the email. */
  operatorId: string | undefined
  password: string
  code: string | undefined
}

type Checked =
  | {
      proven: true
      writes: Write[]
      /** How many wrong codes were entered beside the password before. */
      wrongCodes: number
      /** Forgets the failures of the account, once the writes are committed. */
      after: () => Promise<void>
    }
  | { proven: false; needs: 'code' }

/**
 * Checks a password, and a code if the operator has a second factor. Throws `sign_in_failed`, the same for a wrong
 * password, a wrong code and an unknown email, `rate_limit_exceeded` after too many of them, and `codes_stopped` after
 * too many wrong codes beside the right password.
 */
export async function checkPassword(
  services: CheckPasswordServices,
  given: Given,
): Promise<Checked> {
  const { operatorId, password, code } = given
  const guess = await beginGuess(services, given)
  const credentials = await loadCredentials(services.table, operatorId ?? 'nobody')
  const isRight = await isPassword(password, credentials.password)
  if (!isRight || operatorId === undefined) throw signInFailed()
  if (!needsCode(credentials)) {
    return { proven: true, writes: [], wrongCodes: 0, after: guess.succeed }
  }
  if (code === undefined) {
    await guess.takeBack()
    return { proven: false, needs: 'code' }
  }
  const used = await codeUse(services, { ...given, operatorId, code }, credentials)
  return { proven: true, ...used, after: guess.succeed }
}

type WithCode = Given & { operatorId: string; code: string }

/** Recovery codes are too long to be guessed, so they are not counted, and still work when codes of the app have stopped. */
async function codeUse(
  services: CheckPasswordServices,
  { operatorId, code, browser, email, address }: WithCode,
  credentials: Credentials,
): Promise<{ writes: Write[]; wrongCodes: number }> {
  const isCounted = credentials.totp !== undefined && totpDigits(code) !== undefined
  const pair = pairOf(credentials)
  const count = isCounted ? await countCode(services, { operatorId, browser, pair }) : 0
  const use = await verifyCode(services, operatorId, { code, credentials })
  if (use) {
    const counted = await wrongCodesOf(services.table, operatorId, credentials)
    // This one was counted, too, and is right.
    const wrongCodes = count > 0 ? counted - 1 : counted
    return { writes: [use, wrongCodesRemoval({ operatorId, browser })], wrongCodes }
  }
  if (count > 0) await recordWrongCode(services, { email, address, browser, count })
  throw signInFailed()
}

export function signInFailed(): ServiceError {
  const message =
    'Email, password or code is wrong. A code works once: wait for the next one if you used it.'
  return new ServiceError('sign_in_failed', message)
}
