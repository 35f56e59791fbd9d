import { customer } from './caller.ts'
import { type Definition, type Operation, operation } from './operation.ts'
import type { PageDecision, PageDocument, PageRequest, StreamRequest } from './page-request.ts'
import type { ProcessServices } from './process-services.ts'
import type { Complete, Running, Runs } from './running.ts'

/** An operation that customers or anybody can run on the hosted page. */
export type PageOperation<
  Services,
  Body,
  Output,
  Sent = unknown,
  Name extends string = string,
> = Operation<Body, unknown, Output, Sent, Name> &
  Running<Services, PageRequest<Body>, PageDecision<Output>, ProcessServices>

/** Its response is a document instead of JSON. */
export type DocumentOperation<Services> = Operation<undefined> &
  Running<Services, PageRequest<undefined>, PageDocument, ProcessServices>

/** Its response is a stream of server-sent events. */
export type StreamOperation<Services> = Operation<undefined> &
  Running<Services, StreamRequest<undefined>, AsyncIterable<string>, ProcessServices>

type Defined<Body, Output, Sent, Name extends string> = Omit<
  Definition<Body, unknown, Output, Sent, Name>,
  'caller' | 'streaming'
>

type DefinedPage<Services, Body, Output, Sent, Name extends string> = Defined<
  Body,
  Output,
  Sent,
  Name
> &
  Runs<Services, PageRequest<NoInfer<Body>>, PageDecision<NoInfer<Output>>, ProcessServices>

export function pageOperation<
  Body,
  Output,
  Sent,
  const Name extends string,
  Services = ProcessServices,
>(
  definition: DefinedPage<Services, Body, Output, Sent, Name> &
    Complete<NoInfer<Services>, ProcessServices>,
): PageOperation<Services, Body, Output, Sent, Name> {
  const { needs, run, ...rest }: DefinedPage<Services, Body, Output, Sent, Name> = definition
  return { ...operation({ ...rest, caller: customer }), needs, run }
}

type DefinedDocument<Services> = Defined<undefined, unknown, unknown, string> &
  Runs<Services, PageRequest<undefined>, PageDocument, ProcessServices>

export function documentOperation<Services = ProcessServices>(
  definition: DefinedDocument<Services> & Complete<NoInfer<Services>, ProcessServices>,
): DocumentOperation<Services> {
  const { needs, run, ...rest }: DefinedDocument<Services> = definition
  return { ...operation({ ...rest, caller: customer, streaming: true }), needs, run }
}

type DefinedStream<Services> = Defined<undefined, unknown, unknown, string> &
  Runs<Services, StreamRequest<undefined>, AsyncIterable<string>, ProcessServices>

export function streamOperation<Services = ProcessServices>(
  definition: DefinedStream<Services> & Complete<NoInfer<Services>, ProcessServices>,
): StreamOperation<Services> {
  const { needs, run, ...rest }: DefinedStream<Services> = definition
  return { ...operation({ ...rest, caller: customer, streaming: true }), needs, run }
}
