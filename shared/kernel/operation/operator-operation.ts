import * as z from 'zod'
import { invariant } from '../invariant.ts'
import type { Role } from '../roles.ts'
import type { Change } from './audit.ts'
import type { Door, ProofNeed } from './caller.ts'
import { type Limits, type Operation, type OperationDocs, ok, operation } from './operation.ts'
import type { OperatorRequest } from './operator-request.ts'
import type { ProcessServices } from './process-services.ts'
import type { Complete, Running, Runs } from './running.ts'
import type { Touches } from './touches.ts'
import type { DashboardDecision } from './visitor-request.ts'

export type DashboardGiven = ProcessServices & {
  /** Whether this is an instance on one machine. */
  isLocal: boolean
}

type Decided<Output> = DashboardDecision<Output> & { changes?: readonly Change[] }

export type OperatorOperation<
  Services,
  Input,
  Output,
  Sent = unknown,
  Name extends string = string,
> = Operation<Input, unknown, Output, Sent, Name> &
  Running<Services, OperatorRequest<Input>, Decided<Output>, DashboardGiven> & {
    sealsInput: boolean
  }

export type DashboardDefinition<Input, Output, Sent, Name extends string> = {
  name: Name
  input: z.ZodType<Input, Sent>
  output: z.ZodType<Output>
  touches: Touches
  limits?: Limits
  docs: Omit<OperationDocs, 'tag'>
}

export type OperatorDefinition<Input, Output, Sent, Name extends string> = DashboardDefinition<
  Input,
  Output,
  Sent,
  Name
> & {
  /** The lowest role that may run it. */
  role: Role
  /** Whether the request must prove who sends it; by default not. */
  proof?: ProofNeed
  /** False for operations that somebody needs who has to add a second factor before anything else. */
  secondFactor?: boolean
  /** Its command in the terminal; null if it is for a signed-in person only. */
  command: string | null
  /** Whether the terminal may call it; by default if it has a command. */
  terminal?: boolean
  /** False if only the terminal may do it. */
  dashboard?: boolean
  /** Whether it may take longer than API Gateway waits, which is 29 seconds. */
  inBackground?: boolean
  /** Whether its input may hold a key, and is sealed while it waits; only in the background. */
  sealsInput?: boolean
  /** By default the first word of the command. */
  group?: string
}

export function operatorOperation<
  Input,
  Output,
  Sent,
  const Name extends string,
  Services = DashboardGiven,
>(
  definition: OperatorDefinition<Input, Output, Sent, Name> &
    Runs<Services, OperatorRequest<NoInfer<Input>>, Decided<NoInfer<Output>>, DashboardGiven> &
    Complete<NoInfer<Services>, DashboardGiven>,
): OperatorOperation<Services, Input, Output, Sent, Name> {
  return completeOperatorOperation<Services, Input, Output, Sent, Name>(definition)
}

/** For a definition that is known to need nothing else than the given services. */
export function completeOperatorOperation<
  Services,
  Input,
  Output,
  Sent,
  const Name extends string,
>({
  role,
  proof = 'none',
  secondFactor = true,
  command,
  terminal = command !== null,
  dashboard = true,
  inBackground = false,
  sealsInput = false,
  group = command?.replace(/ .*/, ''),
  input,
  output,
  docs,
  needs,
  run,
  ...rest
}: OperatorDefinition<Input, Output, Sent, Name> &
  Running<Services, OperatorRequest<Input>, Decided<Output>, DashboardGiven>): OperatorOperation<
  Services,
  Input,
  Output,
  Sent,
  Name
> {
  invariant(group !== undefined, `${rest.name} has a command or a group`)
  const doors: Door[] = []
  if (terminal) doors.push('terminal')
  if (dashboard) doors.push('dashboard')
  const defined = operation({
    ...rest,
    route: `POST /api/dashboard/${rest.name}`,
    caller: { kind: 'operator', role, proof, secondFactor, inBackground, doors },
    input: { body: input, query: z.unknown() },
    output: ok(output),
    docs: { ...docs, tag: group },
  })
  return { ...defined, group, command, sealsInput, needs, run }
}
