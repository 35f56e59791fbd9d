import { ServiceError } from '../../kernel/errors.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import type { FoundSignIn } from '../../kernel/operation/operator-request.ts'
import { includesRole } from '../../kernel/roles.ts'
import type { Exchange } from '../exchange.ts'
import { header } from '../http-message.ts'
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
      if (isOfAnother(exchange, signIn)) throw operatorChanged()
      if (needed.secondFactor && !signIn.hasSecondFactor) throw secondFactorRequired()
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

function operatorChanged(): ServiceError {
  const message = 'Somebody else is signed in to this browser now. Load the page again.'
  return new ServiceError('operator_changed', message)
}

function notSignedIn(): ServiceError {
  return new ServiceError('unauthenticated', 'You are not signed in, or no longer. Sign in again.')
}

function secondFactorRequired(): ServiceError {
  const message = 'Add a passkey or an authenticator app to your account first.'
  return new ServiceError('second_factor_required', message)
}

function insufficientRole({ role }: Needed): ServiceError {
  const message = `This needs the role ${role}, which you do not have. Ask the owner.`
  return new ServiceError('insufficient_role', message)
}
