import type { Mode } from '../../kernel/mode.ts'
import type { Change } from '../../kernel/operation/audit.ts'
import { merchant } from '../../kernel/operation/caller.ts'
import type { Decision } from '../../kernel/operation/commit.ts'
import type { MerchantRequest } from '../../kernel/operation/merchant-request.ts'
import { type Definition, type Operation, operation } from '../../kernel/operation/operation.ts'
import type { ProcessServices } from '../../kernel/operation/process-services.ts'
import type { Complete, Running, Runs } from '../../kernel/operation/running.ts'
import type { Scope } from '../../kernel/scopes.ts'
import type { Settings } from './rules/settings.ts'

export type MerchantGiven = ProcessServices & {
  settings: (mode: Mode) => Promise<Settings>
}

type Decided<Output> = Decision<Output> & { changes?: readonly Change[] }

export type MerchantOperation<
  Services,
  Body,
  Query,
  Output,
  Sent = unknown,
  Name extends string = string,
> = Operation<Body, Query, Output, Sent, Name> &
  Running<Services, MerchantRequest<Body, Query>, Decided<Output>, MerchantGiven> &
  ReadingAhead<Services>

type ReadingAhead<Services> = {
  /** Starts to read, along with the API key, cached values and whatever the request needs next. */
  readsAhead?: ((services: Services) => Promise<unknown>) | undefined
}

export type MerchantDefinition<Services, Body, Query, Output, Sent, Name extends string> = Omit<
  Definition<Body, Query, Output, Sent, Name>,
  'caller'
> & {
  scope: Scope | 'any'
} & ReadingAhead<NoInfer<Services>>

export function merchantOperation<
  Body,
  Query,
  Output,
  Sent,
  const Name extends string,
  Services = MerchantGiven,
>(
  definition: MerchantDefinition<Services, Body, Query, Output, Sent, Name> &
    Runs<
      Services,
      MerchantRequest<NoInfer<Body>, NoInfer<Query>>,
      Decided<NoInfer<Output>>,
      MerchantGiven
    > &
    Complete<NoInfer<Services>, MerchantGiven>,
): MerchantOperation<Services, Body, Query, Output, Sent, Name> {
  return completeMerchantOperation<Services, Body, Query, Output, Sent, Name>(definition)
}

/** For callers whose types already ensure that the definition gives everything it needs. */
export function completeMerchantOperation<
  Services,
  Body,
  Query,
  Output,
  Sent,
  const Name extends string,
>({
  needs,
  run,
  readsAhead,
  scope,
  ...rest
}: MerchantDefinition<Services, Body, Query, Output, Sent, Name> &
  Running<
    Services,
    MerchantRequest<Body, Query>,
    Decided<Output>,
    MerchantGiven
  >): MerchantOperation<Services, Body, Query, Output, Sent, Name> {
  const touches = rest.output.sealedBy ? { ...rest.touches, ...ofSealedReplies } : rest.touches
  return { ...operation({ ...rest, touches, caller: merchant(scope) }), needs, run, readsAhead }
}

/** It also decrypts, since a repeated reply contains the secret. */
const ofSealedReplies = { encrypts: ['app-secrets'], decrypts: ['app-secrets'] } as const
