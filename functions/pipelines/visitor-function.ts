import middy from '@middy/core'
import type { APIGatewayProxyEvent, Context } from 'aws-lambda'
import { schemeOf, signInCookieIn } from '../../shared/admin/operators/rules/sign-in-cookie.ts'
import { type Exchange, exchangeOf } from '../../shared/http/exchange.ts'
import { type HttpResponse, header, jsonResponse } from '../../shared/http/http-message.ts'
import { readInput } from '../../shared/http/read-input.ts'
import { requireDashboardPage } from '../../shared/http/require-dashboard-page.ts'
import { errorResponses } from '../../shared/http/steps/error-responses.ts'
import { privateResponses } from '../../shared/http/steps/private-responses.ts'
import { responseHeaders } from '../../shared/http/steps/response-headers.ts'
import { type VisitLimiterDeps, visitLimiter } from '../../shared/http/visit-limiter.ts'
import { commit, type Decision } from '../../shared/kernel/operation/commit.ts'
import type { Config } from '../../shared/kernel/operation/config.ts'
import { isLocal } from '../../shared/kernel/operation/is-local.ts'
import type { Operation } from '../../shared/kernel/operation/operation.ts'
import { processServices } from '../../shared/kernel/operation/process-services.ts'
import { servicesOf } from '../../shared/kernel/operation/running.ts'
import type { VisitorOperation } from '../../shared/kernel/operation/visitor-operation.ts'
import type { VisitorRequest } from '../../shared/kernel/operation/visitor-request.ts'
import { presentDashboardError } from '../../shared/kernel/wire/error.ts'
import { clientOf, withCookies } from './cookie-headers.ts'
import { earlyTimeout } from './early-timeout.ts'
import { logFailure } from './log-failure.ts'
import { withRequestFacts } from './request-facts.ts'

export function serveVisitor<Services, Input, Output>(
  operation: VisitorOperation<Services, Input, Output>,
) {
  return (config: Config) => {
    const given = { ...processServices(config), isLocal: isLocal(config) }
    return visitorFunction(operation, servicesOf(operation, config, given))
  }
}

/** The Lambda of a dashboard operation that needs no sign-in. */
function visitorFunction<Services, Input, Output>(
  operation: VisitorOperation<Services, Input, Output>,
  services: VisitLimiterDeps & NoInfer<Services>,
) {
  async function carryOut({ event }: Exchange): Promise<HttpResponse> {
    requireDashboardPage(event)
    const request = visitorRequest(operation, event, visitLimiter(services))
    return commit(services.table, async (): Promise<Decision<HttpResponse>> => {
      const decided = await operation.run(services, request)
      const body = JSON.stringify(operation.success.schema.parse(decided.result))
      const response = jsonResponse(operation.success.status, body)
      return { ...decided, result: withCookies(response, event, decided.cookie) }
    })
  }

  const pipeline = middy<Exchange, HttpResponse>(carryOut, earlyTimeout)
    .use(responseHeaders())
    .use(errorResponses({ onFailure: logFailure, present: presentDashboardError }))
    .use(privateResponses())
  return withRequestFacts<HttpResponse>((event: APIGatewayProxyEvent, context: Context) =>
    pipeline(exchangeOf(event), context),
  )
}

function visitorRequest<Input>(
  operation: Operation<Input>,
  event: APIGatewayProxyEvent,
  limit: VisitorRequest['limit'],
): VisitorRequest<Input> {
  const origin = header(event, 'origin')
  return {
    input: readInput(operation, event).body,
    client: clientOf(event),
    cookie: signInCookieIn(header(event, 'cookie'), schemeOf(origin)),
    origin,
    limit,
  }
}
