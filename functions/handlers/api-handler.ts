import middy from '@middy/core'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import type { ApiKey } from '../../shared/api-keys/rules/api-key.ts'
import { answerHeaders } from '../../shared/http/answer-headers.ts'
import { authenticate, callers } from '../../shared/http/authenticate.ts'
import { errorAnswer, type Failure } from '../../shared/http/error-answer.ts'
import { type HttpResponse, jsonResponse } from '../../shared/http/http-message.ts'
import {
  answerOnce,
  type IdempotencyDeps,
  idempotencyClaim,
  recallReply,
  repeatedResponse,
} from '../../shared/http/idempotency.ts'
import { parseInput } from '../../shared/http/parse-input.ts'
import { type RateLimitDeps, rateLimit, withinRateLimit } from '../../shared/http/rate-limit.ts'
import { requireScope } from '../../shared/http/require-scope.ts'
import type { ServiceError } from '../../shared/kernel/errors.ts'
import type { Raced } from '../../shared/kernel/extra-writes.ts'
import { invariant } from '../../shared/kernel/invariant.ts'
import type { Mode } from '../../shared/kernel/mode.ts'
import type { Write } from '../../shared/kernel/store/transact.ts'
import type { Endpoint } from '../../shared/openapi/endpoints.ts'
import { addFacts } from '../log/facts.ts'
import { withRequestFacts } from '../log/request-facts.ts'
import { timeoutAnswer } from './timeout-answer.ts'

export type ApiHandlerDeps = RateLimitDeps &
  IdempotencyDeps & {
    findKey: (text: string) => Promise<ApiKey | undefined>
    onFailure: (failure: Failure) => void
  }

type ApiRequest<Body, Query> = {
  mode: Mode
  /** `{id}` of the path; empty where it has none. */
  id: string
  body: Body
  query: Query
}

/**
 * Does what was asked and answers in the form of the endpoint's response. A mutating one adds `recordReply(answer)` to its
 * transaction, so that answer and effect are kept together or not at all.
 */
type Work<Response> = (
  recordReply: (answer: Response) => Promise<Write[]>,
) => Promise<Response | Raced>

export type Run<Body, Query, Response> = (
  request: ApiRequest<Body, Query>,
  ...recordReply: Parameters<Work<Response>>
) => ReturnType<Work<Response>>

/** Begins to read what the work will need, and changes nothing: the request may yet be refused. */
export type Prepare<Body, Query, Response> = (request: ApiRequest<Body, Query>) => Work<Response>

/** A function of the public API: everything that all endpoints have in common, around one use case. */
export function apiHandler<Body, Query, Response>(
  endpoint: Endpoint<Body, Query, Response>,
  deps: ApiHandlerDeps,
  run: Run<Body, Query, Response>,
) {
  // A list may take many reads, which a caller over the limit should not be able to cause.
  const readsOne = endpoint.method === 'GET' && endpoint.path.endsWith('/{id}')
  return preparedApiHandler(endpoint, deps, (request) => {
    if (!readsOne) return (recordReply) => run(request, recordReply)
    const made = run(request, async () => [])
    made.catch(() => undefined)
    return () => made
  })
}

/** The same where reading begins while the request is still being counted, which spares a round trip. */
export function preparedApiHandler<Body, Query, Response>(
  endpoint: Endpoint<Body, Query, Response>,
  deps: ApiHandlerDeps,
  prepare: Prepare<Body, Query, Response>,
) {
  const input = parseInput(endpoint)
  const respond = (answer: Response) =>
    jsonResponse(endpoint.status, JSON.stringify(endpoint.response.parse(answer)))

  async function answer(event: APIGatewayProxyEvent): Promise<HttpResponse> {
    const { mode } = callers.get(event)
    addFacts({ mode })
    const given = input.of(event)
    if (!given.ok) return refuse(event, given.refusal)
    const { body, query } = given
    const work = prepare({ mode, id: event.pathParameters?.['id'] ?? '', body, query })
    await withinRateLimit(event)
    const claim = claimOf(event)
    if (!claim) {
      const made = await work(async () => [])
      invariant(!isRaced(made), 'only a recorded reply can lose a race')
      return respond(made)
    }
    const { requestId } = event.requestContext
    return answerOnce(deps, { claim, requestId }, async (record) => {
      let recorded: HttpResponse | undefined
      const made = await work((reply) => {
        recorded = respond(reply)
        return record(recorded)
      })
      return isRaced(made) ? made : (recorded ?? respond(made))
    })
  }

  const claimOf = (event: APIGatewayProxyEvent) =>
    endpoint.idempotent ? idempotencyClaim(event) : undefined

  /** What the key was used for before precedes what is wrong with this request. */
  async function refuse(event: APIGatewayProxyEvent, refusal: ServiceError): Promise<HttpResponse> {
    await withinRateLimit(event)
    const claim = claimOf(event)
    const repeated = claim && (await repeatedResponse(deps, claim))
    if (repeated) return repeated
    throw refusal
  }

  const handle = middy(answer, timeoutAnswer)
    .use(answerHeaders())
    .use(errorAnswer(deps))
    .use(authenticate(deps))
    .use(endpoint.idempotent ? [recallReply(deps)] : [])
    .use(rateLimit(deps))
    .use(requireScope(endpoint.scope))
    .use(input)
  return withRequestFacts<HttpResponse>(handle)
}

function isRaced(made: unknown): made is Raced {
  return typeof made === 'object' && made !== null && 'idempotencyRaced' in made
}
