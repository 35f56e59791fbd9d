import * as z from 'zod'
import { visitor } from './caller.ts'
import { type Operation, ok, operation } from './operation.ts'
import type { DashboardDefinition, Running } from './operator-operation.ts'
import type { DashboardDecision, VisitorRequest } from './visitor-request.ts'

type Run<Services, Input, Output> = Running<
  Services,
  VisitorRequest<Input>,
  DashboardDecision<Output>
>

/** Something on the dashboard that nobody has to be signed in for, and how it is done. */
export type VisitorOperation<
  Services,
  Input,
  Output,
  Sent = unknown,
  Name extends string = string,
> = Operation<Input, unknown, Output, Sent, Name> & Run<Services, Input, Output>

type Definition<Services, Input, Output, Sent, Name extends string> = DashboardDefinition<
  Input,
  Output,
  Sent,
  Name
> &
  Run<Services, NoInfer<Input>, NoInfer<Output>>

export function visitorOperation<Services, Input, Output, Sent, const Name extends string>({
  input,
  output,
  docs,
  run,
  ...rest
}: Definition<Services, Input, Output, Sent, Name>): VisitorOperation<
  Services,
  Input,
  Output,
  Sent,
  Name
> {
  const defined = operation({
    ...rest,
    route: `POST /api/dashboard/${rest.name}`,
    caller: visitor,
    input: { body: input, query: z.unknown() },
    output: ok(output),
    docs: { ...docs, tag: 'sign-in' },
  })
  return { ...defined, run }
}
