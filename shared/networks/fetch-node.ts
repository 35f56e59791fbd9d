import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { FetchNode } from '../chain/open-chain.ts'
import { guardedLookup } from '../webhooks/sending/address-guard.ts'
import { checkPublicUrl, type UrlRules } from '../webhooks/sending/check-url.ts'
import { publicResolver, type Resolve } from '../webhooks/sending/resolve-name.ts'

type Guard = {
  /** Whether only loopback addresses are allowed, instead of only public ones. */
  loopback: boolean
  resolve: Resolve
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

/**
 * Requests of nodes, by the rules of webhooks: the addresses behind a name are checked at each connection, and redirects
 * are not followed. A loopback address, which only a local instance allows, needs no check.
 */
export function nodeFetch(rules: UrlRules, resolve = publicResolver()): FetchNode {
  const guarded = guardedFetch({ loopback: false, resolve })
  return async (url, init) => {
    const checked = checkPublicUrl(url, rules)
    if (!checked.ok) throw new Error(`its url ${checked.message}`)
    return checked.loopback ? fetch(url, { ...init, redirect: 'error' }) : guarded(url, init)
  }
}

/** Posts to addresses that the guard allows, on connections that are kept open. */
export function guardedFetch(guard: Guard): FetchNode {
  return async (url, init) => {
    try {
      return await post(url, init, guard)
    } catch (error) {
      // The server closed a kept connection just when it was used again; reading twice changes nothing.
      if (error instanceof StaleConnection) return post(url, init, guard)
      throw error
    }
  }
}

class StaleConnection extends Error {}

async function post(
  text: string,
  { body, headers, signal }: RequestInit,
  { loopback, resolve, ca }: Guard,
): Promise<Response> {
  const url = new URL(text)
  const [client, agent] =
    url.protocol === 'https:' ? [https, connections['https:']] : [http, connections['http:']]
  const bytes = Buffer.from(String(body ?? ''))
  const { promise, resolve: responded, reject } = Promise.withResolvers<IncomingMessage>()
  const request = client.request(url, {
    method: 'POST',
    headers: {
      ...Object.fromEntries(new Headers(headers)),
      'accept-encoding': 'gzip',
      'content-length': bytes.length,
    },
    lookup: guardedLookup(resolve, { loopback }),
    agent,
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
  return new Response(bytes.length > 0 ? bytes : null, {
    ...{ status, statusText },
    headers: { 'content-type': headers['content-type'] ?? '' },
  })
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
