import { ServiceError } from '../../kernel/errors.ts'
import type { Write } from '../../kernel/store/transact.ts'
import { type Credentials, hasSecondFactor } from '../rules/credentials.ts'
import { hasRequiredFactors, type Operator } from '../rules/operator.ts'
import { operatorChange } from '../store/operators.ts'

type Left = Pick<Credentials, 'totp' | 'passkeys'>

/** The change of an operator who has only these factors left. Throws `state_changed` if one is required. */
export function afterRemoval(operator: Operator, left: Left): Write {
  const changes = { hasSecondFactor: hasSecondFactor(left) }
  if (hasRequiredFactors({ ...operator, ...changes })) return operatorChange(operator, changes)
  const message = 'This is your only second factor. Add another one before you remove it.'
  throw new ServiceError('state_changed', message)
}
