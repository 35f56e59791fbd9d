import { ServiceError } from '../../kernel/errors.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import type { FoundSignIn } from '../../kernel/operation/operator-request.ts'
import { includesRole } from '../../kernel/roles.ts'
import type { Exchange } from '../exchange.ts'
import { header } from '../http-message.ts'
import { refuseDashboard } from '../rules/dashboard-refusals.ts'
import type { Step } from '../step.ts'

export type DashboardExchange = Exchange & { signIn?: FoundSignIn }

type Needed = Extract<Caller, { kind: 'operator' }>

/**
 * Throws `unauthenticated` without a sign-in, `operator_changed` if the page shows somebody else, then
 * `second_factor_required` and `insufficient_role`, as the operation needs.
 */
export function admitOperator(
  findSignIn: (exchange: Exchange) => Promise<FoundSignIn | undefined>,
  needed: Needed,
): Step<DashboardExchange> {
  return {
    before: async ({ event: exchange }) => {
      const signIn = await findSignIn(exchange)
      if (!signIn) throw notSignedIn()
      if (isOfAnother(exchange, signIn)) throw refuseDashboard('operator_changed')
      if (needed.secondFactor && !signIn.hasSecondFactor)
        throw refuseDashboard('second_factor_required')
      if (!includesRole(signIn.operator.role, needed.role)) throw insufficientRole(needed)
      exchange.signIn = signIn
    },
  }
}

/** All tabs of a browser share its cookie, but a tab may still show who was signed in before. */
function isOfAnother({ event }: Exchange, { operator }: FoundSignIn): boolean {
  const shown = header(event, 'x-quittance-operator')
  return shown !== undefined && shown !== operator.id
}

function notSignedIn(): ServiceError {
  return new ServiceError('unauthenticated', 'You are not signed in, or no longer. Sign in again.')
}

function insufficientRole({ role }: Needed): ServiceError {
  const message = `This needs the role ${role}, which you do not have. Ask the owner.`
  return new ServiceError('insufficient_role', message)
}
