import type { APIGatewayProxyEvent } from 'aws-lambda'
import type { HttpExchange, Middleware } from './http-message.ts'
import { requestValue } from './request-value.ts'

const gathered = requestValue<Record<string, string>>('answer headers')

/** Adds headers to whatever the answer to this request will be, success or error. */
export function addAnswerHeaders(
  event: APIGatewayProxyEvent,
  headers: Record<string, string>,
): void {
  Object.assign(gathered.get(event), headers)
}

/** The outermost middleware: `X-Request-Id`, and what other middlewares add, stand on every answer. */
export function answerHeaders(): Middleware {
  return {
    before: ({ event }) => gathered.set(event, { 'X-Request-Id': event.requestContext.requestId }),
    after: addGathered,
    onError: addGathered,
  }
}

function addGathered({ event, response }: HttpExchange): void {
  if (response) Object.assign(response.headers, gathered.get(event))
}
