import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { listening } from './send-fixture.ts'

type CannedResponse = { status?: number; headers?: Record<string, string>; body: string }

export type CannedServer = {
  url: string
  /** Responses by path with query. Any other path is a 404. */
  responses: Map<string, CannedResponse | 'never'>
  requests: { path: string; headers: IncomingHttpHeaders; body: string }[]
}

/** An HTTP server with the responses that a test sets. It stops with the test. */
export async function startCannedServer(): Promise<CannedServer> {
  const responses: CannedServer['responses'] = new Map()
  const requests: CannedServer['requests'] = []
  const server = createServer(async (request, response) => {
    const { url: path = '/', headers } = request
    requests.push({ path, headers, body: await text(request) })
    const canned = responses.get(path) ?? { status: 404, body: '{"message":"NotFound"}' }
    if (canned === 'never') return
    response.writeHead(canned.status ?? 200, {
      'content-type': 'application/json',
      ...canned.headers,
    })
    response.end(canned.body)
  })
  return { url: `http://127.0.0.1:${await listening(server)}`, responses, requests }
}
