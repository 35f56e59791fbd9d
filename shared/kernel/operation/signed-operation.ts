import { signed } from './caller.ts'
import type { Decision } from './commit.ts'
import { type Definition, type Operation, operation } from './operation.ts'
import type { ProcessServices } from './process-services.ts'
import type { Complete, Running, Runs } from './running.ts'
import type { SignedRequest } from './signed-request.ts'

export type SignedOperation<Services, Output> = Operation<unknown, unknown, Output> &
  Running<Services, SignedRequest, Decision<Output>, ProcessServices>

type Defined<Services, Output> = Omit<
  Definition<unknown, unknown, Output, unknown, string>,
  'caller'
> &
  Runs<Services, SignedRequest, Decision<NoInfer<Output>>, ProcessServices>

export function signedOperation<Output, Services = ProcessServices>(
  definition: Defined<Services, Output> & Complete<NoInfer<Services>, ProcessServices>,
): SignedOperation<Services, Output> {
  const { needs, run, ...rest }: Defined<Services, Output> = definition
  return { ...operation({ ...rest, caller: signed }), needs, run }
}
