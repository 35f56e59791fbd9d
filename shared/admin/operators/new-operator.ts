import { newId, type RandomBytes } from '../../kernel/ids.ts'
import type { Write } from '../../kernel/store/transact.ts'
import { hashPassword } from './hash-password.ts'
import { type Operator, operatorEmail } from './rules/operator.ts'
import { passwordWrite } from './store/credentials.ts'
import { operatorCreation, type Staff, staffChange } from './store/operators.ts'

type Deps = { now: () => Date; randomBytes: RandomBytes }

type NewOperator = Pick<Operator, 'email' | 'name' | 'role' | 'passwordAlone'> & {
  password: string
}

/** A new operator with a password, and the writes that create both; their conditions fail if the staff changed. */
export async function newOperator(
  { now, randomBytes }: Deps,
  staff: Staff,
  { password, email, ...given }: NewOperator,
): Promise<{ operator: Operator; writes: Write[] }> {
  const at = now()
  const operator: Operator = {
    id: newId('operator', at, randomBytes),
    email: operatorEmail(email),
    ...given,
    hasSecondFactor: false,
    signInsSince: at,
    createdAt: at,
    version: 1,
  }
  const hash = await hashPassword(password, randomBytes)
  return {
    operator,
    writes: [operatorCreation(operator), staffChange(staff), passwordWrite(operator.id, hash)],
  }
}
