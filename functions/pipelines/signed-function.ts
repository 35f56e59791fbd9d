import middy from '@middy/core'
import type { APIGatewayProxyEvent, Context } from 'aws-lambda'
import { type Exchange, exchangeOf } from '../../shared/http/exchange.ts'
import { type HttpResponse, jsonResponse } from '../../shared/http/http-message.ts'
import { rawBody } from '../../shared/http/json-body.ts'
import { errorResponses, type Failure } from '../../shared/http/steps/error-responses.ts'
import { responseHeaders } from '../../shared/http/steps/response-headers.ts'
import { countFailedCallback } from '../../shared/http/store/failed-callbacks.ts'
import { commit } from '../../shared/kernel/operation/commit.ts'
import type { Config } from '../../shared/kernel/operation/config.ts'
import {
  type ProcessServices,
  processServices,
} from '../../shared/kernel/operation/process-services.ts'
import { servicesOf } from '../../shared/kernel/operation/running.ts'
import type { SignedOperation } from '../../shared/kernel/operation/signed-operation.ts'
import { report } from '../../shared/log/report.ts'
import { earlyTimeout } from './early-timeout.ts'
import { logFailure } from './log-failure.ts'
import { withRequestFacts } from './request-facts.ts'

/** The Lambda of an operation that verifies a signature: it gets the raw body and headers. */
export function serveSigned<Services, Output>(operation: SignedOperation<Services, Output>) {
  return (config: Config) =>
    signedFunction(operation, servicesOf(operation, config, processServices(config)))
}

function signedFunction<Services, Output>(
  { success, run }: SignedOperation<Services, Output>,
  services: ProcessServices & NoInfer<Services>,
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
