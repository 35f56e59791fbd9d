import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { buildPagesIfChanged, pagesFolder } from '../../infra/build/build-pages.ts'
import { pageHeaders as headers } from '../../infra/page-headers.ts'
import type { CheckoutView } from '../../shared/merchant/checkout/wire/checkout.ts'
import type { LinkView } from '../../shared/records/payment-links/wire/link-view.ts'
import { aLinkView, aView } from './checkout-views.ts'

/** The service's responses to the page. Tests may change them at any time. */
type Responses = {
  link: { status: number; body: LinkView | ErrorBody }
  session: SessionResponse
  /** Responses to the customer's details and choice; by default these change nothing. */
  details?: () => Promise<SessionResponse>
  asset?: () => Promise<SessionResponse>
  /** For a reported transaction. */
  transactions?: () => Promise<SessionResponse>
  /** `hangs` never responds, `refused` responds 500: then the page has to poll. */
  /** `missing`: the deployment has no streams. */
  stream: 'open' | 'hangs' | 'refused' | 'missing'
}

type SessionResponse = { status: number; body: CheckoutView | ErrorBody }

type ErrorBody = {
  error: { type: string; code: string; message: string; param?: string; requestId: string }
}

export type CheckoutFixture = {
  url: string
  responses: Responses
  /** Responds with this session from now on. */
  respond: (view: CheckoutView) => void
  /** Every request to the API, as "METHOD path". */
  requests: string[]
  /** The requests' bodies, as "path body". */
  bodies: string[]
  /** Sends the current session to every open stream. */
  push: () => void
  /** Ends every open stream as a broken connection does. */
  cutStreams: () => void
  /** Resolves once the page has opened its stream. */
  streamOpened: Promise<void>
  close: () => Promise<void>
}

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.html': 'text/html; charset=utf-8',
}

/** Serves the built page with its production headers, and an API with the test's responses: at first a new session. */
export async function startCheckoutFixture(link: LinkView = aLinkView): Promise<CheckoutFixture> {
  await buildPagesIfChanged()
  const responses: Responses = {
    link: { status: 200, body: link },
    session: { status: 200, body: aView(new Date()) },
    stream: 'open',
  }
  const [requests, bodies]: [string[], string[]] = [[], []]
  const streams = new Set<ServerResponse>()
  const opened = Promise.withResolvers<void>()
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://page').pathname
    if (!path.startsWith('/api/')) return void servePage({ pagesFolder, headers, path }, response)
    requests.push(`${request.method} ${path}`)
    if (path.endsWith('/stream')) {
      serveStream(responses, streams, response)
      return opened.resolve()
    }
    return void text(request).then((body) => {
      if (body) bodies.push(`${path} ${body}`)
      return serveApi(responses, request, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = addressOf(server.address())
  return {
    url: `http://127.0.0.1:${port}`,
    responses,
    respond: (body) => {
      responses.session = { status: 200, body }
    },
    requests,
    bodies,
    streamOpened: opened.promise,
    push: () => {
      for (const stream of streams) stream.write(sessionEvent(responses))
    },
    cutStreams: () => {
      for (const stream of streams) stream.destroy()
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export function errorBody(code: string, param?: string): ErrorBody {
  const details = param === undefined ? {} : { param }
  return { error: { type: 'any', code, message: 'message', ...details, requestId: 'req_1' } }
}

async function servePage(
  {
    pagesFolder,
    headers,
    path,
  }: { pagesFolder: string; headers: Record<string, string>; path: string },
  response: ServerResponse,
): Promise<void> {
  if (path === '/thanks') {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Thanks</h1>')
    return
  }
  const isAsset = path.startsWith('/checkout/assets/')
  const file = isAsset ? path.slice('/checkout/'.length) : 'index.html'
  const body = await readFile(join(pagesFolder, file))
  response.writeHead(200, {
    'Content-Type': types[extname(file)] ?? 'application/octet-stream',
    ...headers,
  })
  response.end(body)
}

async function serveApi(
  responses: Responses,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { status, body } = await responseTo(responses, request.url ?? '')
  const etag = 'version' in body ? `W/"${body.version}"` : undefined
  if (etag && request.headers['if-none-match'] === etag) {
    response.writeHead(304, { ETag: etag }).end()
    return
  }
  response.writeHead(status, { 'Content-Type': 'application/json', ...(etag && { ETag: etag }) })
  response.end(JSON.stringify(body))
}

async function responseTo(
  responses: Responses,
  path: string,
): Promise<Responses['link' | 'session']> {
  if (path.includes('/links/') && !path.endsWith('/sessions')) return responses.link
  const [, change] = /\/(details|asset|transactions)$/.exec(path) ?? []
  if (change !== 'details' && change !== 'asset' && change !== 'transactions') {
    return responses.session
  }
  const response = (await responses[change]?.()) ?? responses.session
  if ('version' in response.body) responses.session = response
  return response
}

function serveStream(
  responses: Responses,
  streams: Set<ServerResponse>,
  response: ServerResponse,
): void {
  if (responses.stream === 'hangs') return
  if (responses.stream === 'refused') {
    response.writeHead(500).end()
    return
  }
  if (responses.stream === 'missing') {
    response.writeHead(404, { 'Content-Type': 'application/json' }).end('{}')
    return
  }
  response.writeHead(200, { 'Content-Type': 'text/event-stream' })
  response.write(sessionEvent(responses))
  streams.add(response)
  response.on('close', () => streams.delete(response))
}

function sessionEvent({ session }: Responses): string {
  return `event: session\ndata: ${JSON.stringify(session.body)}\n\n`
}

function addressOf(address: string | AddressInfo | null): AddressInfo {
  if (!address || typeof address === 'string') throw new Error('the fixture listens on a port')
  return address
}
