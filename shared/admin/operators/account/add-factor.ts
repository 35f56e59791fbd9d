import type { CookieChange } from '../../../kernel/operation/visitor-request.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import type { Credentials } from '../rules/credentials.ts'
import type { Operator } from '../rules/operator.ts'
import type { SignIn } from '../rules/sign-in.ts'
import { renewSignIn } from '../sign-in/start-sign-in.ts'
import { operatorChange } from '../store/operators.ts'
import type { AccountServices } from './own-account.ts'
import { replacedRecoveryCodes } from './recovery-codes.ts'

type Added = {
  writes: Write[]
  cookie: CookieChange
  /** Null if there are some already. */
  recoveryCodes: string[] | null
}

/** Creates recovery codes if there are none, and renews the sign-in, because the old one may have been allowed less. */
export function addFactor(
  services: AccountServices,
  { operator, signIn }: { operator: Operator; signIn: SignIn },
  credentials: Credentials,
): Added {
  const codes =
    credentials.recoveryCodes.length === 0
      ? replacedRecoveryCodes(services.randomBytes, operator.id)
      : { recoveryCodes: null, writes: [] }
  const renewed = renewSignIn(services, signIn)
  return {
    writes: [
      operatorChange(operator, { hasSecondFactor: true }),
      ...codes.writes,
      ...renewed.writes,
    ],
    cookie: renewed.cookie,
    recoveryCodes: codes.recoveryCodes,
  }
}
