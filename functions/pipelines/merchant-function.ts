import middy from '@middy/core'
import type { APIGatewayProxyEvent, Context } from 'aws-lambda'
import { admit, refuseRepetition } from '../../shared/http/admission.ts'
import { commitOnce } from '../../shared/http/commit-once.ts'
import { revalidated } from '../../shared/http/entity-tag.ts'
import { exchangeOf, keyOf, type MerchantExchange } from '../../shared/http/exchange.ts'
import { type HttpResponse, header, jsonResponse } from '../../shared/http/http-message.ts'
import type { IdempotencyDeps } from '../../shared/http/idempotent-reply.ts'
import { tryInput } from '../../shared/http/read-input.ts'
import { authenticate } from '../../shared/http/steps/authenticate.ts'
import { type CountRequestDeps, countRequest } from '../../shared/http/steps/count-request.ts'
import { errorResponses, type Failure } from '../../shared/http/steps/error-responses.ts'
import { recallReply } from '../../shared/http/steps/recall-reply.ts'
import { requireScope } from '../../shared/http/steps/require-scope.ts'
import { responseHeaders } from '../../shared/http/steps/response-headers.ts'
import type { Mode } from '../../shared/kernel/mode.ts'
import {
  type AuditDeps,
  type AuditedDecision,
  withAudit,
} from '../../shared/kernel/operation/audit.ts'
import { commit, type Decide, type Decision } from '../../shared/kernel/operation/commit.ts'
import type { MerchantRequest } from '../../shared/kernel/operation/merchant-request.ts'
import { isIdempotent, type Operation, scopeOf } from '../../shared/kernel/operation/operation.ts'
import type { ApiKey } from '../../shared/records/api-keys/rules/api-key.ts'
import { requireIntake } from '../../shared/records/settings/require-intake.ts'
import type { Settings } from '../../shared/records/settings/rules/settings.ts'
import { addFacts } from '../log/facts.ts'
import { withRequestFacts } from '../log/request-facts.ts'
import { earlyTimeout } from './early-timeout.ts'

export type MerchantPipelineDeps = CountRequestDeps &
  IdempotencyDeps &
  AuditDeps & {
    findKey: (text: string) => Promise<ApiKey | undefined>
    settings: (mode: Mode) => Promise<Settings>
    onFailure: (failure: Failure) => void
  }

/** Runs an operation: reads, and returns what to write. It writes nothing itself. */
type Run<Services, Body, Query, Output> = (
  services: Services,
  request: MerchantRequest<Body, Query>,
) => Promise<Decision<Output> | AuditedDecision<Output>>

/** The Lambda of a merchants' operation: API key, rate limit, scope, input, idempotency, and one commit. */
export function merchantFunction<Services extends MerchantPipelineDeps, Body, Query, Output>(
  operation: Operation<Body, Query, Output>,
  run: Run<Services, Body, Query, Output>,
  services: Services,
) {
  const { success } = operation
  const scope = scopeOf(operation)
  const requireOpen = async (mode: Mode) => {
    if (operation.method !== 'GET') await requireIntake(services, mode)
  }
  const respond = (result: Output) =>
    jsonResponse(success.status, JSON.stringify(success.schema.parse(result)))

  function kept(response: HttpResponse, event: APIGatewayProxyEvent): HttpResponse {
    const { cacheControl } = operation
    if (cacheControl === null) return response
    return revalidated(response, { cacheControl, knownTag: header(event, 'if-none-match') })
  }

  async function carryOut(exchange: MerchantExchange): Promise<HttpResponse> {
    const { event } = exchange
    const { mode, id, name } = keyOf(exchange)
    const actor = { kind: 'api-key', id, name } as const
    addFacts({ mode })
    const input = tryInput(operation, event)
    const admission = admit(services, exchange, { isIdempotent: isIdempotent(operation) })
    if (!input.ok) {
      // A reused key is reported before what is wrong with this request.
      const { repeated } = await admission
      if (repeated) return repeated
      throw input.refusal
    }
    const admitted = () => refuseRepetition(admission)
    const request = { mode, id: event.pathParameters?.['id'] ?? '', ...input, admitted }
    const read = async () => withAudit(services, await run(services, request), async () => actor)
    const decide = operation.readsEarly ? begun(read) : read
    const { claim, repeated } = await admission
    if (repeated) return repeated
    await requireOpen(mode)
    if (!claim) return kept(respond(await commit(services.table, decide)), event)
    const { requestId } = event.requestContext
    return commitOnce(services, { claim, requestId }, { decide, respond })
  }

  const pipeline = middy<MerchantExchange, HttpResponse>(carryOut, earlyTimeout)
    .use(responseHeaders())
    .use(errorResponses(services))
    .use(authenticate(services))
    .use(isIdempotent(operation) ? [recallReply(services)] : [])
    .use(countRequest(services))
    .use(scope ? requireScope(scope) : [])
  return withRequestFacts<HttpResponse>((event: APIGatewayProxyEvent, context: Context) =>
    pipeline(exchangeOf(event), context),
  )
}

/** Starts the first decision immediately; each further one reads again. */
function begun<Output>(read: Decide<Output>): Decide<Output> {
  let first: Promise<Decision<Output>> | undefined = read()
  first.catch(() => undefined)
  return () => {
    const decision = first ?? read()
    first = undefined
    return decision
  }
}
