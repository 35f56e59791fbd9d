import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { guardedLookup } from './address-guard.ts'
import { checkPublicUrl, type UrlRules } from './check-url.ts'
import { publicResolver, type Resolve } from './resolve-name.ts'

/** Sends a request by the rules below, and returns its whole response. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

type Guard = {
  /** Whether only loopback addresses are allowed, instead of only public ones. */
  loopback: boolean
  resolve: Resolve
  /** Whether connections stay open for the next request. A request may then be sent twice. */
  keepsConnections?: boolean
  /** Certificates to trust instead of the system's. */
  ca?: string
}

const maxBytes = 10 * 1024 * 1024
/** Idle connections are closed before most servers close them. */
const idleMs = 4_000
const connections = {
  'http:': new http.Agent({ keepAlive: true, timeout: idleMs }),
  'https:': new https.Agent({ keepAlive: true, timeout: idleMs }),
}

type Options = Pick<Guard, 'keepsConnections'> & { resolve?: Resolve }

/**
 * The service's outgoing requests, by the rules of webhooks: HTTPS to public addresses, which are checked at each
 * connection; redirects are not followed; at most 10 MB are read. A loopback address, which only a local instance allows,
 * needs no check.
 */
export function publicFetch(
  rules: UrlRules,
  { resolve = publicResolver(), ...options }: Options = {},
): Fetch {
  const remote = guardedFetch({ ...options, loopback: false, resolve })
  return async (url, init) => {
    const checked = checkPublicUrl(url, rules)
    if (!checked.ok) throw new Error(`its ${checked.message}`)
    return checked.loopback ? fetch(url, { ...init, redirect: 'error' }) : remote(url, init)
  }
}

/** Requests of nodes, on connections that are kept open: reading twice changes nothing, nor does one transaction. */
export function nodeFetch(rules: UrlRules, resolve?: Resolve): Fetch {
  return publicFetch(rules, { keepsConnections: true, ...(resolve && { resolve }) })
}

/** Requests to addresses that the guard allows. */
export function guardedFetch(guard: Guard): Fetch {
  return async (url, init = {}) => {
    try {
      return await send(url, init, guard)
    } catch (error) {
      // Throws what the global fetch would, such as a TimeoutError.
      init.signal?.throwIfAborted()
      // The server closed a kept connection just when it was used again.
      if (error instanceof StaleConnection) return send(url, init, guard)
      throw error
    }
  }
}

class StaleConnection extends Error {}

async function send(
  text: string,
  { method = 'GET', body, headers, signal }: RequestInit,
  { loopback, resolve, keepsConnections = false, ca }: Guard,
): Promise<Response> {
  const url = new URL(text)
  const [client, agent] =
    url.protocol === 'https:' ? [https, connections['https:']] : [http, connections['http:']]
  const bytes = body === undefined || body === null ? undefined : Buffer.from(String(body))
  const { promise, resolve: responded, reject } = Promise.withResolvers<IncomingMessage>()
  const request = client.request(url, {
    method,
    headers: {
      ...Object.fromEntries(new Headers(headers)),
      'accept-encoding': 'gzip',
      ...(bytes && { 'content-length': bytes.length }),
    },
    lookup: guardedLookup(resolve, { loopback }),
    agent: keepsConnections && agent,
    ...(signal && { signal }),
    // Explicit, because NODE_TLS_REJECT_UNAUTHORIZED could disable it.
    rejectUnauthorized: true,
    ...(ca !== undefined && { ca }),
  })
  request.once('response', responded)
  request.on('error', (error) => {
    const isStale = request.reusedSocket && 'code' in error && error.code === 'ECONNRESET'
    reject(isStale ? new StaleConnection(error.message, { cause: error }) : error)
  })
  request.end(bytes)
  return responseOf(await promise)
}

async function responseOf(incoming: IncomingMessage): Promise<Response> {
  const { statusCode: status = 502, statusMessage: statusText = '', headers } = incoming
  const isPacked = headers['content-encoding'] === 'gzip'
  // Errors of either end both, and reach whoever reads.
  const bytes = await bytesOf(isPacked ? pipeline(incoming, createGunzip(), () => {}) : incoming)
  return new Response(bytes.length > 0 ? new Uint8Array(bytes) : null, {
    status,
    statusText,
    headers: headersOf(headers),
  })
}

/** Without the headers that describe the transfer itself. */
function headersOf(given: IncomingHttpHeaders): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(given)) {
    const isOfTransport = /^(content-(encoding|length)|transfer-encoding|set-cookie)$/.test(name)
    if (!isOfTransport && value !== undefined) headers.set(name, String(value))
  }
  return headers
}

async function bytesOf(stream: Readable): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of stream) {
    chunks.push(chunk)
    length += chunk.length
    if (length > maxBytes) throw new Error(`the response has more than ${maxBytes} bytes`)
  }
  return Buffer.concat(chunks)
}
