import middy from '@middy/core'
import type { APIGatewayProxyEvent, Context } from 'aws-lambda'
import { admit, refuseRepetition } from '../../shared/http/admission.ts'
import { commitOnce } from '../../shared/http/commit-once.ts'
import { revalidated } from '../../shared/http/entity-tag.ts'
import { exchangeOf, keyOf, type MerchantExchange } from '../../shared/http/exchange.ts'
import { type HttpResponse, header, jsonResponse } from '../../shared/http/http-message.ts'
import { tryInput } from '../../shared/http/read-input.ts'
import { authenticate } from '../../shared/http/steps/authenticate.ts'
import { countRequest } from '../../shared/http/steps/count-request.ts'
import { errorResponses } from '../../shared/http/steps/error-responses.ts'
import { recallReply } from '../../shared/http/steps/recall-reply.ts'
import { requireScope } from '../../shared/http/steps/require-scope.ts'
import { responseHeaders } from '../../shared/http/steps/response-headers.ts'
import { invariant } from '../../shared/kernel/invariant.ts'
import type { Mode } from '../../shared/kernel/mode.ts'
import { withAudit } from '../../shared/kernel/operation/audit.ts'
import { commit, type Decide, type Decision } from '../../shared/kernel/operation/commit.ts'
import type { Config } from '../../shared/kernel/operation/config.ts'
import { isIdempotent, scopeOf } from '../../shared/kernel/operation/operation.ts'
import { servicesOf } from '../../shared/kernel/operation/running.ts'
import { addFacts } from '../../shared/log/facts.ts'
import type { MerchantOperation } from '../../shared/records/settings/merchant-operation.ts'
import { requireIntake } from '../../shared/records/settings/require-intake.ts'
import { type MerchantPipelineDeps, merchantServices } from '../services/merchant-services.ts'
import { earlyTimeout } from './early-timeout.ts'
import { readingAhead } from './reading-ahead.ts'
import { withRequestFacts } from './request-facts.ts'

export function serveMerchant<Services, Body, Query, Output>(
  operation: MerchantOperation<Services, Body, Query, Output>,
) {
  return (config: Config) => {
    const given = merchantServices(config)
    const { readsAhead, success } = operation
    const vault = success.sealedBy?.(config)
    const services = { ...given, ...servicesOf(operation, config, given), ...(vault && { vault }) }
    return merchantFunction(
      operation,
      readsAhead ? readingAhead(services, () => readsAhead(services)) : services,
    )
  }
}

/** The Lambda of a merchants' operation: API key, rate limit, scope, input, idempotency, and one commit. */
export function merchantFunction<Services, Body, Query, Output>(
  operation: MerchantOperation<Services, Body, Query, Output>,
  services: MerchantPipelineDeps & NoInfer<Services>,
) {
  const { success } = operation
  invariant(!success.sealedBy || services.vault, `${operation.name} seals its replies`)
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
    const read = async () =>
      withAudit(services, await operation.run(services, request), async () => actor)
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

/** Starts the first decision immediately; each later one reads again. */
function begun<Output>(read: Decide<Output>): Decide<Output> {
  let first: Promise<Decision<Output>> | undefined = read()
  first.catch(() => undefined)
  return () => {
    const decision = first ?? read()
    first = undefined
    return decision
  }
}
