import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { readBody } from '../gateway/read-body.ts'
import { type HttpService, listen } from '../http-service.ts'
import { ownRequests } from '../own-requests.ts'
import type { FunctionHost } from './function-host.ts'
import type { Invocation } from './invocation.ts'

type Deps = {
  host: Pick<FunctionHost, 'has' | 'invoke'>
  /** Returns whether the request is signed with credentials that can invoke this function. */
  isAllowed: (call: SignedCall) => boolean | Promise<boolean>
  onProblem: (text: string) => void
}

/** An invocation of a function by that name, which may not exist. */
export type SignedCall = { functionName: string; request: IncomingMessage; body: Uint8Array }

type Reply = { status: number; headers: Record<string, string>; body: string }

const maxPayloadBytes = 6_291_556

/** Serves Lambda's Invoke API, so that `@aws-sdk/client-lambda` calls the functions as on AWS. */
export function startInvokeApi(deps: Deps, { port }: { port: number }): Promise<HttpService> {
  const respond = ownRequests((request, response) => {
    void handle(deps, request)
      .catch((error: unknown) => {
        deps.onProblem(`lambda: ${error}`)
        return rejection(500, 'ServiceException', 'internal error')
      })
      .then((content) => send(response, content))
  })
  return listen(createServer(respond), port)
}

async function handle({ host, isAllowed }: Deps, request: IncomingMessage): Promise<Reply> {
  const path = (request.url ?? '').split('?')[0] ?? ''
  const name = /^\/2015-03-31\/functions\/([^/]+)\/invocations\/?$/.exec(path)?.[1]
  if (request.method !== 'POST' || name === undefined) {
    return rejection(404, 'UnknownOperationException', 'no such operation')
  }
  const body = await readBody(request, maxPayloadBytes)
  if (!body) return rejection(413, 'RequestTooLargeException', 'the payload is larger than 6 MB')
  const functionName = plainName(decodeURIComponent(name))
  if (!(await isAllowed({ functionName, request, body }))) {
    return rejection(403, 'AccessDeniedException', 'these credentials cannot invoke functions')
  }
  const payload = parsePayload(body)
  if (!payload) {
    return rejection(400, 'InvalidRequestContentException', 'the payload is not valid JSON')
  }
  if (!host.has(functionName)) {
    const arn = `arn:aws:lambda:us-east-1:000000000000:function:${functionName}`
    return rejection(404, 'ResourceNotFoundException', `Function not found: ${arn}`)
  }
  return run(host, { functionName, event: payload.event, type: invocationType(request) })
}

async function run(
  host: Pick<FunctionHost, 'invoke'>,
  { functionName, event, type }: { functionName: string; event: unknown; type: string },
): Promise<Reply> {
  if (type === 'DryRun') return { status: 204, headers: {}, body: '' }
  const invoked = host.invoke(functionName, event)
  if (type === 'Event') return { status: 202, headers: {}, body: '' }
  return invocationReply(await invoked)
}

function invocationReply(invocation: Invocation): Reply {
  const headers = { 'x-amz-executed-version': '$LATEST' }
  switch (invocation.outcome) {
    case 'answered':
      return { status: 200, headers, body: invocation.payload }
    case 'throttled':
      return rejection(429, 'TooManyRequestsException', 'Rate Exceeded.')
    default:
      return {
        status: 200,
        headers: { ...headers, 'x-amz-function-error': 'Unhandled' },
        body: JSON.stringify(invocation.error),
      }
  }
}

function invocationType(request: IncomingMessage): string {
  const type = request.headers['x-amz-invocation-type']
  return typeof type === 'string' ? type : 'RequestResponse'
}

/** A function can be invoked by name or ARN, with or without a version. */
function plainName(name: string): string {
  return name.replace(/^arn:aws:lambda:[^:]*:[^:]*:function:/, '').replace(/:.*$/, '')
}

function parsePayload(body: Uint8Array): { event: unknown } | undefined {
  if (body.byteLength === 0) return { event: {} }
  try {
    return { event: JSON.parse(Buffer.from(body).toString('utf8')) }
  } catch {
    return undefined
  }
}

function rejection(status: number, type: string, message: string): Reply {
  const body = JSON.stringify({ Type: 'User', Message: message, message })
  return { status, headers: { 'x-amzn-errortype': type }, body }
}

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'x-amzn-requestid': randomUUID(),
    ...headers,
  })
  response.end(body)
}
