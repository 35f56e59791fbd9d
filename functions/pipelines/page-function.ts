import middy from '@middy/core'
import type { APIGatewayProxyEvent, Context } from 'aws-lambda'
import { type Exchange, exchangeOf } from '../../shared/http/exchange.ts'
import { type HttpResponse, header, jsonResponse } from '../../shared/http/http-message.ts'
import { readInput } from '../../shared/http/read-input.ts'
import { refuseOtherSites } from '../../shared/http/refuse-other-sites.ts'
import { errorResponses } from '../../shared/http/steps/error-responses.ts'
import { responseHeaders } from '../../shared/http/steps/response-headers.ts'
import { type VisitLimiterDeps, visitLimiter } from '../../shared/http/visit-limiter.ts'
import { commit, type Decision } from '../../shared/kernel/operation/commit.ts'
import type { Config } from '../../shared/kernel/operation/config.ts'
import type { Operation } from '../../shared/kernel/operation/operation.ts'
import type { PageOperation } from '../../shared/kernel/operation/page-operation.ts'
import type {
  Caching,
  PageDecision,
  PageRequest,
} from '../../shared/kernel/operation/page-request.ts'
import { processServices } from '../../shared/kernel/operation/process-services.ts'
import { servicesOf } from '../../shared/kernel/operation/running.ts'
import { earlyTimeout } from './early-timeout.ts'
import { logFailure } from './log-failure.ts'
import { withRequestFacts } from './request-facts.ts'
import { viewerAddress } from './viewer-address.ts'

export function servePage<Services, Body, Output>(
  operation: PageOperation<Services, Body, Output>,
) {
  return (config: Config) => {
    const given = processServices(config)
    return pageFunction(operation, servicesOf(operation, config, given))
  }
}

/** The Lambda of an operation without an API key: refuses requests from other sites if it writes, and commits. */
export function pageFunction<Services, Body, Output>(
  operation: PageOperation<Services, Body, Output>,
  services: VisitLimiterDeps & NoInfer<Services>,
) {
  const { success } = operation

  function respond(decided: PageDecision<Output>): HttpResponse {
    if ('notModified' in decided) return { statusCode: 304, headers: cached(decided), body: '' }
    const body = JSON.stringify(success.schema.parse(decided.result))
    const response = jsonResponse(success.status, body)
    return { ...response, headers: { ...response.headers, ...cached(decided) } }
  }

  async function carryOut({ event }: Exchange): Promise<HttpResponse> {
    if (operation.method !== 'GET') refuseOtherSites(event)
    const request = pageRequest(operation, event, visitLimiter(services))
    return commit(services.table, async (): Promise<Decision<HttpResponse>> => {
      const decided = await operation.run(services, request)
      return { ...decided, result: respond(decided) }
    })
  }

  const pipeline = middy<Exchange, HttpResponse>(carryOut, earlyTimeout)
    .use(responseHeaders())
    .use(errorResponses({ onFailure: logFailure }))
  return withRequestFacts<HttpResponse>((event: APIGatewayProxyEvent, context: Context) =>
    pipeline(exchangeOf(event), context),
  )
}

/** Throws what `readInput` throws. */
export function pageRequest<Body>(
  operation: Pick<Operation<Body>, 'body' | 'query'>,
  event: APIGatewayProxyEvent,
  limit: PageRequest['limit'],
): PageRequest<Body> {
  const [id = ''] = Object.values(event.pathParameters ?? {})
  return {
    id,
    body: readInput(operation, event).body,
    viewerAddress: viewerAddress(event),
    knownTag: header(event, 'if-none-match'),
    limit,
  }
}

function cached({ tag, cacheControl = 'no-store' }: Caching): Record<string, string> {
  return { 'Cache-Control': cacheControl, ...(tag !== undefined && { ETag: tag }) }
}
