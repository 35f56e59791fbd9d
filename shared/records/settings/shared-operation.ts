import type { ErrorCode } from '../../kernel/errors.ts'
import { type Mode, modes } from '../../kernel/mode.ts'
import type { Change } from '../../kernel/operation/audit.ts'
import type { Decision } from '../../kernel/operation/commit.ts'
import type { MerchantRequest } from '../../kernel/operation/merchant-request.ts'
import {
  completeOperatorOperation,
  type OperatorDefinition,
  type OperatorOperation,
} from '../../kernel/operation/operator-operation.ts'
import type { ProcessServices } from '../../kernel/operation/process-services.ts'
import type { Complete, Runs } from '../../kernel/operation/running.ts'
import type { Touches } from '../../kernel/operation/touches.ts'
import {
  completeMerchantOperation,
  type MerchantDefinition,
  type MerchantOperation,
} from './merchant-operation.ts'

/** Reads the request of one kind of caller, and shows them the result. */
type Asking<Request, Asked, Found, Shown, Services> = {
  asks(request: Request): Asked
  shows(found: Found, services: Services): Shown
}

type AskedByMerchants<Asked, Found, Services, Body, Query, Shown, Sent, Name extends string> = Omit<
  MerchantDefinition<Services, Body, Query, Shown, Sent, Name>,
  'touches' | 'errors'
> & {
  /** Whether a change is in the audit log; by default, every change is. */
  audits?: (change: Change) => boolean
} & Asking<MerchantRequest<NoInfer<Body>, NoInfer<Query>>, Asked, Found, NoInfer<Shown>, Services>

type AskedByOperators<Asked, Found, Services, Input, Shown, Sent, Name extends string> = Omit<
  OperatorDefinition<Input, Shown, Sent, Name>,
  'touches'
> &
  Asking<NoInfer<Input>, Asked, Found, NoInfer<Shown>, Services>

/**
 * An operation that both merchants' back ends and operators have: one body, with the dependencies and tables that it
 * declares. Each of the two has a function of its own, so that they share neither rights nor concurrency. Changes by
 * operators are in the audit log.
 */
export function sharedOperation<
  Services,
  Asked,
  Found,
  Body,
  Query,
  Output,
  Sent,
  const Name extends string,
  Input,
  OperatorOutput,
  OperatorSent,
  const OperatorName extends string,
>(
  definition: {
    touches: Touches
    errors?: readonly ErrorCode[]
    merchant: AskedByMerchants<
      NoInfer<Asked>,
      NoInfer<Found>,
      NoInfer<Services>,
      Body,
      Query,
      Output,
      Sent,
      Name
    >
    operator: AskedByOperators<
      NoInfer<Asked>,
      NoInfer<Found>,
      NoInfer<Services>,
      Input,
      OperatorOutput,
      OperatorSent,
      OperatorName
    >
  } & Runs<Services, Asked, Decision<Found> & { changes?: readonly Change[] }, ProcessServices> &
    Complete<NoInfer<Services>, ProcessServices>,
): {
  merchant: MerchantOperation<Services, Body, Query, Output, Sent, Name>
  operator: OperatorOperation<Services, Input, OperatorOutput, OperatorSent, OperatorName>
} {
  const { touches, errors = [], needs } = definition
  const { asks, shows, audits = () => true, ...merchant } = definition.merchant
  const { asks: operatorAsks, shows: showsOperator, ...operator } = definition.operator
  return {
    merchant: completeMerchantOperation({
      ...merchant,
      touches,
      errors,
      needs,
      async run(services: Services, request) {
        const decision = await definition.run(services, asks(request))
        const { result, changes = [], ...rest } = decision
        return { ...rest, changes: changes.filter(audits), result: shows(result, services) }
      },
    }),
    operator: completeOperatorOperation({
      ...operator,
      touches: touches.table === 'write' ? audited(touches) : touches,
      needs,
      async run(services: Services, { input }) {
        const { result, ...rest } = await definition.run(services, operatorAsks(input))
        return { ...rest, result: showsOperator(result, services) }
      },
    }),
  }
}

function audited(touches: Touches): Touches {
  return {
    ...touches,
    administers: [...new Set([...(touches.administers ?? []), 'audit-log' as const])],
  }
}

/** A record by its id. Operators name one of either mode: ids are unique across modes. */
export type Named = { modes: readonly Mode[]; id: string }

export const ofItsMode = ({ mode, id }: { mode: Mode; id: string }): Named => ({
  modes: [mode],
  id,
})

export const ofEitherMode = ({ id }: { id: string }): Named => ({ modes, id })
