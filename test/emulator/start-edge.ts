import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Deployment } from './deployment.ts'

type Reached = Pick<Deployment, 'apis' | 'cloudFrontName' | 'originKey'>

type Way = { path: string; headers: Readonly<Record<string, string>> }

/**
 * Stands where CloudFront's edge does, and returns the base URL. Pages go through the emulator's CloudFront. Calls go
 * straight to the APIs, with the two headers that CloudFront would add, because the emulator's CloudFront sends nothing to
 * API Gateway.
 */
export async function startEdge(
  endpoint: string,
  deployment: Reached,
): Promise<{ baseUrl: string; close: () => void }> {
  const { hostname, port } = new URL(endpoint)
  const server = createServer((incoming, response) => {
    const { path, headers } = wayOf(incoming.url ?? '/', deployment)
    const { method } = incoming
    const options = { hostname, port, method, path, headers: { ...incoming.headers, ...headers } }
    const onward = request(options, (received) => passOn(received, response))
    onward.on('error', (error) => response.destroy(error))
    incoming.pipe(onward)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port: edgePort } = server.address() as AddressInfo
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { baseUrl: `http://127.0.0.1:${edgePort}`, close }
}

function passOn(received: IncomingMessage, response: ServerResponse): void {
  response.writeHead(received.statusCode ?? 502, received.headers)
  received.pipe(response)
}

function wayOf(url: string, { apis, originKey, cloudFrontName }: Reached): Way {
  const [, api] = apis.find(([prefix]) => url.startsWith(prefix)) ?? []
  if (api === undefined) {
    return { path: url, headers: { host: cloudFrontName, 'x-forwarded-proto': 'https' } }
  }
  return {
    path: `/_aws/execute-api/${api}/live${url}`,
    headers: { 'x-api-key': originKey, 'x-viewer-address': '203.0.113.7' },
  }
}
