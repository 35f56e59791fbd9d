import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { ResponseHead, ResponseSink } from '../functions/invocation.ts'
import { type GatewayResponse, responseHeaders } from './proxy-response.ts'

export function sendResponse(response: ServerResponse, content: GatewayResponse): void {
  const { status, headers, body } = content
  const hasBody = status !== 204 && status !== 304
  for (const [name, value] of Object.entries(headers)) {
    if (hasBody || name !== 'Content-Type') response.setHeader(name, value)
  }
  if (hasBody) response.setHeader('Content-Length', body.byteLength)
  response.writeHead(status).end(hasBody ? body : undefined)
}

/** Forwards a streamed response, no faster than the client reads, until it ends or the client disconnects. */
export function streamTo(response: ServerResponse): ResponseSink {
  const leaving = new AbortController()
  response.once('close', () => leaving.abort())
  return {
    left: leaving.signal,
    head: (head) => sendHead(response, head),
    write: async (chunk) => {
      if (response.destroyed || response.write(chunk)) return
      await Promise.race([once(response, 'drain'), once(response, 'close')])
    },
  }
}

function sendHead(response: ServerResponse, { statusCode, headers, cookies }: ResponseHead): void {
  const valid = responseHeaders(Object.entries(headers))
  for (const [name, value] of Object.entries(valid ?? {})) response.setHeader(name, value)
  if (cookies.length > 0) response.setHeader('Set-Cookie', cookies)
  response.writeHead(valid ? statusCode : 500)
  response.flushHeaders()
}
