import { randomUUID } from 'node:crypto'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { readBody } from '../gateway/read-body.ts'
import { type HttpService, listen } from '../http-service.ts'
import { WireError } from './wire-error.ts'

/** A call of one operation: `X-Amz-Target: <prefix>.<operation>` with a JSON body. */
export type ServiceCall = {
  operation: string
  headers: IncomingHttpHeaders
  body: Buffer
}

export type JsonServiceOptions = {
  /** 0 takes a free port. */
  port: number
  /** Answers with the response's JSON, or throws a `WireError`. */
  answer: (call: ServiceCall) => Promise<unknown>
}

const maxBodyBytes = 16 * 1024 * 1024

/**
 * Serves an AWS JSON protocol on 127.0.0.1. The required target header keeps web pages out: a browser asks for
 * permission before it sends one to another origin, and gets none.
 */
export async function startJsonService({ port, answer }: JsonServiceOptions): Promise<HttpService> {
  const server = createServer((request, response) => void respond(request, response, answer))
  return await listen(server, port)
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  answer: JsonServiceOptions['answer'],
): Promise<void> {
  try {
    send(response, 200, await answer(await readCall(request)))
  } catch (error) {
    // The caller has gone in the middle of its request: there is nobody to tell.
    if (request.readableAborted) return
    if (error instanceof WireError) return send(response, error.status, error.body)
    console.error(error)
    send(response, 500, { __type: 'InternalFailure', message: 'internal error' })
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body)
  response.writeHead(status, {
    'content-type': 'application/x-amz-json-1.0',
    'x-amzn-requestid': randomUUID(),
  })
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
