import { randomUUID } from 'node:crypto'
import type { APIGatewayProxyEvent, Context } from 'aws-lambda'
import { proxyEvent } from '../infra/local/gateway/proxy-event.ts'
import type { HttpResponse } from '../shared/http/http-message.ts'
import { errorBody } from '../shared/kernel/wire/error.ts'

export type ApiCall = {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** The route, with `{id}` if it has one. */
  path: string
  id?: string
  query?: string
  key?: string
  idempotencyKey?: string
  headers?: Record<string, string>
  /** JSON unless it is text. */
  body?: unknown
}

/** The event that API Gateway sends for a call. */
export function apiEvent(call: ApiCall): APIGatewayProxyEvent {
  const { method = call.body === undefined ? 'GET' : 'POST', path, id, query = '', body } = call
  const resource = `/api/v1${path}`
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return proxyEvent(
    {
      requestId: randomUUID(),
      receivedAt: new Date(),
      viewer: { address: '203.0.113.7' },
      method,
      path: resource.replace('{id}', id ?? ''),
      query: new URLSearchParams(query),
      headers: Object.entries(headersOf(call)),
      body: Buffer.from(text ?? ''),
    },
    { method, resource, functionName: 'under-test', streaming: false },
    id === undefined ? null : { id },
  )
}

function headersOf({ key, idempotencyKey, body, headers }: ApiCall): Record<string, string> {
  return {
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(key !== undefined && { Authorization: `Bearer ${key}` }),
    ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    ...headers,
  }
}

/** Lambda's context, with the fields that functions read. */
export function lambdaContext(): Context {
  return {
    callbackWaitsForEmptyEventLoop: false,
    functionName: 'under-test',
    functionVersion: '$LATEST',
    invokedFunctionArn: 'arn:aws:lambda:us-east-1:000000000000:function:under-test',
    memoryLimitInMB: '512',
    awsRequestId: randomUUID(),
    logGroupName: '',
    logStreamName: '',
    // Longer than a function has: a hundred requests at once on a busy machine must not run out of it.
    getRemainingTimeInMillis: () => 120_000,
    done: () => undefined,
    fail: () => undefined,
    succeed: () => undefined,
  }
}

/** The error of a response, with its status. */
export function errorOf({ statusCode, body }: HttpResponse) {
  return { status: statusCode, ...errorBody.parse(JSON.parse(body)).error }
}
