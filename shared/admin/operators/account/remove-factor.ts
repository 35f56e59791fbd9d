import type { Write } from '../../../kernel/store/transact.ts'
import { type Credentials, hasSecondFactor } from '../rules/credentials.ts'
import { hasRequiredFactors, type Operator } from '../rules/operator.ts'
import { refuseOperator } from '../rules/operator-refusals.ts'
import { recoveryCodeRemoval } from '../store/credentials.ts'
import { operatorChange } from '../store/operators.ts'

type Left = Pick<Credentials, 'totp' | 'passkeys' | 'recoveryCodes'>

/**
 * The changes of an operator who has only these factors left. Throws `state_changed` if one is required. Recovery codes
 * are for a lost factor, so they go with the last one: after that, the password alone is enough again.
 */
export function afterRemoval(operator: Operator, left: Left): Write[] {
  const changes = { hasSecondFactor: hasSecondFactor(left) }
  if (!hasRequiredFactors({ ...operator, ...changes })) throw refuseOperator('only_second_factor')
  const codes = changes.hasSecondFactor ? [] : left.recoveryCodes
  return [
    operatorChange(operator, changes),
    ...codes.map((hash) => recoveryCodeRemoval(operator.id, hash)),
  ]
}
