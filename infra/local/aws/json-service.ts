import { randomUUID } from 'node:crypto'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { readBody } from '../gateway/read-body.ts'
import { type HttpService, listen } from '../http-service.ts'
import { type AccessKeyIds, isOwnCall } from './local-caller.ts'
import { WireError } from './wire-error.ts'

/** A call to one operation: `X-Amz-Target: <prefix>.<operation>` with a JSON body. */
export type ServiceCall = {
  operation: string
  headers: IncomingHttpHeaders
  body: Buffer
}

export type JsonServiceOptions = {
  /** 0 uses a free port. */
  port: number
  /** Returns the response's JSON, or throws a `WireError`. */
  handle: (call: ServiceCall) => Promise<unknown>
  /** Who may call; without it, every program on this machine. */
  accessKeyIds?: AccessKeyIds | undefined
  /** Called with what a caller was refused for want of a right, which a function never should be. */
  onDenied?: ((message: string) => void) | undefined
}

const maxBodyBytes = 16 * 1024 * 1024

/**
 * Serves an AWS JSON protocol on 127.0.0.1. The required target header keeps web pages out: a browser must get permission
 * with a preflight request before it sends one to another origin.
 */
export async function startJsonService({
  port,
  ...service
}: JsonServiceOptions): Promise<HttpService> {
  const server = createServer((request, response) => void respond(request, response, service))
  return await listen(server, port)
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  { handle, accessKeyIds, onDenied }: Omit<JsonServiceOptions, 'port'>,
): Promise<void> {
  try {
    if (!isOwnCall(request.headers, accessKeyIds)) throw foreign
    send(response, 200, await handle(await readCall(request)))
  } catch (error) {
    // The caller disconnected during the request, so there is no one to respond to.
    if (request.readableAborted) return
    if (error instanceof WireError) {
      if (error.name === 'AccessDeniedException') onDenied?.(error.message)
      return send(response, error.status, error.body)
    }
    console.error(error)
    send(response, 500, { __type: 'InternalFailure', message: 'internal error' })
  }
}

const foreign = new WireError(
  'UnrecognizedClientException',
  'only the programs of this instance may call it',
  { status: 403 },
)

function send(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body)
  response.statusCode = status
  response.setHeader('content-type', 'application/x-amz-json-1.0')
  response.setHeader('x-amzn-requestid', randomUUID())
  // Not after `writeHead`: then Node doesn't know the length, and writes the response in chunks.
  response.end(text)
}

async function readCall(request: IncomingMessage): Promise<ServiceCall> {
  const target = request.headers['x-amz-target']
  const operation = typeof target === 'string' ? target.split('.')[1] : undefined
  if (request.method !== 'POST' || !operation) {
    throw new WireError('UnknownOperationException', 'no such operation')
  }
  const body = await readBody(request, maxBodyBytes)
  if (!body) throw new WireError('RequestTooLarge', 'too large', { status: 413 })
  return { operation, headers: request.headers, body }
}
