import middy from '@middy/core'
import type { APIGatewayProxyEvent, Context } from 'aws-lambda'
import { type Exchange, exchangeOf } from '../../shared/http/exchange.ts'
import { type HttpResponse, jsonResponse } from '../../shared/http/http-message.ts'
import { rawBody } from '../../shared/http/json-body.ts'
import { errorResponses, type Failure } from '../../shared/http/steps/error-responses.ts'
import { responseHeaders } from '../../shared/http/steps/response-headers.ts'
import { countFailedCallback } from '../../shared/http/store/failed-callbacks.ts'
import { commit, type Decision } from '../../shared/kernel/operation/commit.ts'
import type { Operation } from '../../shared/kernel/operation/operation.ts'
import type { SignedRequest } from '../../shared/kernel/operation/signed-request.ts'
import type { Table } from '../../shared/kernel/store/table.ts'
import { withRequestFacts } from '../log/request-facts.ts'
import { logFailure, report } from '../services/log-error.ts'
import { earlyTimeout } from './early-timeout.ts'

type Run<Services, Output> = (
  services: Services,
  request: SignedRequest,
) => Promise<Decision<Output>>

/** The Lambda of an operation that verifies a signature: it gets the raw body and headers. */
export function signedFunction<Services extends { table: Table; now: () => Date }, Output>(
  { success }: Operation<unknown, unknown, Output>,
  run: Run<Services, Output>,
  services: Services,
) {
  async function carryOut({ event }: Exchange): Promise<HttpResponse> {
    const [id = ''] = Object.values(event.pathParameters ?? {})
    const request = {
      id,
      rawBody: rawBody(event),
      headers: event.headers,
      path: event.path,
      query: event.queryStringParameters ?? {},
    }
    const result = await commit(services.table, () => run(services, request))
    return jsonResponse(success.status, JSON.stringify(success.schema.parse(result)))
  }

  /** The caller tries again, maybe for days, while the owner knows nothing. */
  function onFailure(failure: Failure): Promise<void> {
    logFailure(failure)
    return countFailedCallback(services.table, services.now()).catch((error: unknown) =>
      report('failed callback not counted', error),
    )
  }

  const pipeline = middy<Exchange, HttpResponse>(carryOut, earlyTimeout)
    .use(responseHeaders())
    .use(errorResponses({ onFailure }))
  return withRequestFacts<HttpResponse>((event: APIGatewayProxyEvent, context: Context) =>
    pipeline(exchangeOf(event), context),
  )
}
