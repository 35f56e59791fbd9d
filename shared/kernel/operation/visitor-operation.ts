import * as z from 'zod'
import { visitor } from './caller.ts'
import { type Needs, type Operation, type OperationDocs, ok, operation } from './operation.ts'
import type { Touches } from './touches.ts'
import type { DashboardDecision, VisitorRequest } from './visitor-request.ts'

/** Reads, and returns what to write; it writes nothing itself. Its function passes the services. */
type Run<Services, Input, Output> = {
  run(services: Services, request: VisitorRequest<Input>): Promise<DashboardDecision<Output>>
}

/** Something on the dashboard that nobody has to be signed in for, and how it is done. */
export type VisitorOperation<
  Services,
  Input,
  Output,
  Sent = unknown,
  Name extends string = string,
> = Operation<Input, unknown, Output, Sent, Name> & Run<Services, Input, Output>

type Definition<Services, Input, Output, Sent, Name extends string> = {
  name: Name
  input: z.ZodType<Input, Sent>
  output: z.ZodType<Output>
  touches: Touches
  needs?: Needs
  docs: Omit<OperationDocs, 'tag'>
} & Run<Services, NoInfer<Input>, NoInfer<Output>>

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
