import { AsyncLocalStorage } from 'node:async_hooks'
import type { Readable } from 'node:stream'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'

/** A request as an AWS client sends it; each retry is a separate call. */
export type AwsCall = {
  service: string
  operation: string
  /** JSON. */
  body: string
}

/** A service's raw HTTP response. */
export type AwsResponse = {
  response: { statusCode: number; headers: Record<string, string>; body: Readable }
}

/** Intercepts a client's call. `send` makes the call, with another body if one is given. */
export type AroundCall = (
  call: AwsCall,
  send: (body?: string) => Promise<AwsResponse>,
) => Promise<AwsResponse>

export type WireRequest = {
  headers: Record<string, string>
  hostname?: string
  port?: number | undefined
  body?: unknown
}
export type Handle = (
  this: unknown,
  request: WireRequest,
  options?: unknown,
) => Promise<AwsResponse>

const around = new AsyncLocalStorage<AroundCall>()

/** Services of this process by their hosts: its own clients need no socket to reach them, which costs a third. */
const near = new Map<string, Handle>()

/** Has all clients of this process hand their requests to `url` to a function instead. */
export function reachDirectly(url: string, handle: Handle): void {
  near.set(new URL(url).host, handle)
}

// Every client sends through this class, so wrapping it also reaches clients private to a module.
const { requestHandler } = new DynamoDBClient({ region: 'us-east-1' }).config
const shared: { handle: Handle } = Object.getPrototypeOf(requestHandler)
const overSocket = shared.handle
shared.handle = interceptable(function (request, options) {
  const handle = near.get(`${request.hostname}:${request.port}`) ?? overSocket
  return handle.call(this, request, options)
})

/** A request handler of a client that `aroundAwsCalls` can intercept. */
export function interceptable(handle: Handle): Handle {
  return function (request, options) {
    const inBetween = around.getStore()
    if (!inBetween) return handle.call(this, request, options)
    return inBetween(callOf(request), (body) =>
      handle.call(this, body === undefined ? request : withBody(request, body), options),
    )
  }
}

/** Runs `work`, and wraps every AWS call that it makes in `inBetween`. */
export function aroundAwsCalls<Result>(
  inBetween: AroundCall,
  work: () => Promise<Result>,
): Promise<Result> {
  return around.run(inBetween, work)
}

function callOf({ headers, body }: WireRequest): AwsCall {
  const [target = '', operation = ''] = (headers['x-amz-target'] ?? '').split('.')
  const text = typeof body === 'string' ? body : new TextDecoder().decode(bytesOf(body))
  // SNS speaks the query protocol, which names the operation in the body.
  const [, action] = /^Action=(\w+)/.exec(text) ?? []
  if (action) return { service: 'SNS', operation: action, body: text }
  return { service: services.get(target) ?? target, operation, body: text }
}

const services = new Map([
  ['DynamoDB_20120810', 'DynamoDB'],
  ['AmazonSQS', 'SQS'],
  ['AWSStepFunctions', 'Step Functions'],
  ['TrentService', 'KMS'],
])

function bytesOf(body: unknown): Uint8Array {
  return body instanceof Uint8Array ? body : new Uint8Array()
}

function withBody(request: WireRequest, body: string): WireRequest {
  const headers = { ...request.headers, 'content-length': String(Buffer.byteLength(body)) }
  return Object.assign(Object.create(request), { headers, body })
}

/** A call in short: its operation and items. */
export function describeCall({ service, operation, body }: AwsCall): string {
  const items = [...body.matchAll(/"(?:pk|:\w*[pP]k|:due|:session)":\{"S":"([^"]+)"\}/g)]
  const names = items.map(([, key = '']) => key.replace(/_[0-9A-Z]{26}|[0-9a-fx]{40,}/g, '…'))
  return [service, operation, [...new Set(names)].join(' + ')].filter(Boolean).join(' ')
}
