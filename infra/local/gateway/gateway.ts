import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { FunctionHost } from '../functions/function-host.ts'
import type { Invocation } from '../functions/invocation.ts'
import { type HttpService, listen } from '../http-service.ts'
import { ownRequests } from '../own-requests.ts'
import { callEncodings, compressed, fileEncodings } from './compress.ts'
import {
  bodyTooLarge,
  gatewayError,
  internalError,
  methodNotAllowed,
  routeNotFound,
  timedOut,
  tooManyRequests,
} from './gateway-error.ts'
import { type GatewayRequest, proxyEvent } from './proxy-event.ts'
import { type GatewayResponse, readProxyResponse } from './proxy-response.ts'
import { readBody } from './read-body.ts'
import { forwardedHeaders, headerLines, viewerAddress } from './request-headers.ts'
import { matchRoute, type Route } from './route.ts'
import { sendResponse, streamTo } from './send-response.ts'
import { findStaticFile, pageNotFound, plainPageOf, type StaticFiles } from './static-files.ts'
import { payFromTestWallet, type TestWallet, testWalletPath } from './test-wallet.ts'

type Deps = {
  host: Pick<FunctionHost, 'invoke'>
  routes: readonly Route[]
  pages: StaticFiles
  testWallet?: TestWallet
  /** Addresses of reverse proxies, which say whom they were called by. */
  trustedProxies?: readonly string[]
  /** Hosts that it is reached by besides this machine's names: that of its base URL. */
  otherHosts?: () => Promise<readonly string[]>
  now: () => Date
  onProblem: (text: string) => void
}

const maxBodyBytes = 10_000_000

/** Acts as CloudFront and API Gateway: `/api/…` is routed to the functions, everything else is a page. */
export function startGateway(deps: Deps, { port }: { port: number }): Promise<HttpService> {
  const respond = ownRequests((request, response) => {
    const requestId = randomUUID()
    response.setHeader('X-Request-Id', requestId)
    handle(deps, { request, response, requestId }).catch((error: unknown) => {
      deps.onProblem(`${requestId} ${error instanceof Error ? error.stack : error}`)
      if (response.headersSent) response.destroy()
      else sendResponse(response, internalError(requestId))
    })
  }, deps.otherHosts)
  return listen(createServer(respond), port)
}

type Exchange = { request: IncomingMessage; response: ServerResponse; requestId: string }

async function handle(deps: Deps, exchange: Exchange): Promise<void> {
  const { path, query } = splitUrl(exchange.request.url ?? '/')
  if (path === '/api' || path.startsWith('/api/')) return handleApi(deps, exchange, { path, query })
  const content =
    deps.testWallet && path === testWalletPath
      ? await payFromTestWallet(deps.testWallet, exchange.request, exchange.requestId)
      : page(deps.pages, exchange, { path, query })
  sendResponse(exchange.response, await compressed(content, accepted(exchange), fileEncodings))
}

function page(
  pages: StaticFiles,
  { request, requestId }: Exchange,
  { path, query }: Target,
): GatewayResponse {
  if (request.method === 'GET' || request.method === 'HEAD') {
    return plainPageOf(path, query) ?? findStaticFile(pages, path) ?? pageNotFound
  }
  return methodNotAllowed(requestId, ['GET', 'HEAD'])
}

type Target = { path: string; query: string }

async function handleApi(deps: Deps, exchange: Exchange, { path, query }: Target): Promise<void> {
  const { request, response, requestId } = exchange
  const method = request.method ?? 'GET'
  const reject = (error: GatewayResponse) => sendResponse(response, error)
  const match = matchRoute(deps.routes, method, path)
  if (match.found === 'nothing') return reject(routeNotFound(requestId, method, path))
  if (match.found === 'malformed') return reject(malformedPath(requestId))
  if (match.found === 'path') return reject(otherMethod(requestId, method, match.allow))

  const body = await readBody(request, maxBodyBytes)
  if (!body) return reject(bodyTooLarge(requestId))
  const lines = headerLines(request.rawHeaders)
  const connected = request.socket.remoteAddress ?? ''
  const viewer = { address: viewerAddress(connected, lines, deps.trustedProxies ?? []) }
  const received: GatewayRequest = {
    requestId,
    receivedAt: deps.now(),
    viewer,
    method,
    path,
    query: new URLSearchParams(query),
    headers: forwardedHeaders(lines, viewer),
    body,
  }
  const event = proxyEvent(received, match.route, match.pathParameters)
  await invoke(deps, exchange, { route: match.route, event })
}

async function invoke(
  { host }: Deps,
  exchange: Exchange,
  { route, event }: { route: Route; event: unknown },
): Promise<void> {
  const { response, requestId } = exchange
  const { functionName, streaming } = route
  if (!streaming) {
    const content = responseOf(await host.invoke(functionName, event), requestId)
    return sendResponse(response, await compressed(content, accepted(exchange), callEncodings))
  }
  const sink = streamTo(response)
  const invocation = await host.invoke(functionName, event, { sink })
  if (!response.headersSent) {
    const failure = invocation.outcome === 'answered' ? undefined : invocation
    const content = failure ? responseOf(failure, requestId) : internalError(requestId)
    return sendResponse(response, content)
  }
  // A truncated stream must not look complete.
  if (invocation.outcome === 'answered') response.end()
  else response.destroy()
}

function accepted({ request }: Exchange): string | undefined {
  return request.headers['accept-encoding']?.toString()
}

function responseOf(invocation: Invocation, requestId: string): GatewayResponse {
  switch (invocation.outcome) {
    case 'answered':
      return readProxyResponse(invocation.payload) ?? internalError(requestId)
    case 'failed':
      return internalError(requestId)
    case 'timedOut':
      return timedOut(requestId)
    case 'throttled':
      return tooManyRequests(requestId)
  }
}

/** The API is for servers: OPTIONS lists the methods, and grants nothing to other origins. */
function otherMethod(requestId: string, method: string, allow: readonly string[]): GatewayResponse {
  if (method !== 'OPTIONS') return methodNotAllowed(requestId, allow)
  return { status: 204, headers: { Allow: allow.join(', ') }, body: new Uint8Array() }
}

function malformedPath(requestId: string): GatewayResponse {
  const message = 'The path is not valid percent-encoding.'
  return gatewayError(requestId, { code: 'parameter_invalid', message })
}

function splitUrl(url: string): Target {
  const at = url.indexOf('?')
  return at < 0 ? { path: url, query: '' } : { path: url.slice(0, at), query: url.slice(at + 1) }
}
