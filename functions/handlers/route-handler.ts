import middy from '@middy/core'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import { answerHeaders } from '../../shared/http/answer-headers.ts'
import { errorAnswer } from '../../shared/http/error-answer.ts'
import type { HttpResponse } from '../../shared/http/http-message.ts'
import { logFailure } from '../deps/log-error.ts'
import { withRequestFacts } from '../log/request-facts.ts'
import { timeoutAnswer } from './timeout-answer.ts'

/**
 * A function behind a route that is no part of the API: request id and error bodies, no key. A JSON body is read with
 * `parseWith(schema, jsonBody(event))`.
 */
export function routeHandler(run: (event: APIGatewayProxyEvent) => Promise<HttpResponse>) {
  const handle = middy(run, timeoutAnswer)
    .use(answerHeaders())
    .use(errorAnswer({ onFailure: logFailure }))
  return withRequestFacts<HttpResponse>(handle)
}
