import * as z from 'zod'
import { visitor } from './caller.ts'
import { type Operation, ok, operation } from './operation.ts'
import type { DashboardDefinition, DashboardGiven } from './operator-operation.ts'
import type { Complete, Running, Runs } from './running.ts'
import type { DashboardDecision, VisitorRequest } from './visitor-request.ts'

/** Something on the dashboard that nobody has to be signed in for, and how it is done. */
export type VisitorOperation<
  Services,
  Input,
  Output,
  Sent = unknown,
  Name extends string = string,
> = Operation<Input, unknown, Output, Sent, Name> &
  Running<Services, VisitorRequest<Input>, DashboardDecision<Output>, DashboardGiven>

type Definition<Services, Input, Output, Sent, Name extends string> = DashboardDefinition<
  Input,
  Output,
  Sent,
  Name
> &
  Runs<Services, VisitorRequest<NoInfer<Input>>, DashboardDecision<NoInfer<Output>>, DashboardGiven>

export function visitorOperation<
  Input,
  Output,
  Sent,
  const Name extends string,
  Services = DashboardGiven,
>(
  definition: Definition<Services, Input, Output, Sent, Name> &
    Complete<NoInfer<Services>, DashboardGiven>,
): VisitorOperation<Services, Input, Output, Sent, Name> {
  const {
    input,
    output,
    docs,
    needs,
    run,
    ...rest
  }: Definition<Services, Input, Output, Sent, Name> = definition
  const defined = operation({
    ...rest,
    route: `POST /api/dashboard/${rest.name}`,
    caller: visitor,
    input: { body: input, query: z.unknown() },
    output: ok(output),
    docs: { ...docs, tag: 'sign-in' },
  })
  return { ...defined, needs, run }
}
