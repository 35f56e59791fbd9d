import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'

/** The response to a JSON-RPC request; may never come. */
export type ServeRpc = (body: string) => Promise<string>

const responses = new Map<string, ServeRpc>()
const agent = new Agent({ keepAlive: true })
const { fetch } = globalThis
let stood = 0

// Tests send thousands of requests to local nodes. Bypassing `fetch` cuts their cost to a third.
globalThis.fetch = async (input, init) => {
  const response = typeof input === 'string' ? responses.get(new URL(input).host) : undefined
  if (!response) return fetch(input, init)
  const body = await unlessAborted(response(String(init?.body)), init?.signal)
  return new Response(body, { headers: { 'content-type': 'application/json' } })
}

/** Sends requests to a node on this machine without `fetch`, as long as it runs. */
export function shortenWay(rpcUrl: string): { close: () => void } {
  return standAt(new URL(rpcUrl).host, (body) => post(rpcUrl, body))
}

/** Serves JSON-RPC requests in this process. Returns the URL. */
export function serveRpc(response: ServeRpc): { rpcUrl: string; close: () => void } {
  stood += 1
  // Unused loopback addresses.
  const host = `127.1.${stood >> 8}.${stood & 255}:8545`
  return { rpcUrl: `http://${host}`, ...standAt(host, response) }
}

/** The response of the node at the URL. */
export function askNode(rpcUrl: string, body: string): Promise<string> {
  const response = responses.get(new URL(rpcUrl).host)
  return response ? response(body) : post(rpcUrl, body)
}

function standAt(host: string, response: ServeRpc): { close: () => void } {
  responses.set(host, response)
  return { close: () => void responses.delete(host) }
}

function post(rpcUrl: string, body: string): Promise<string> {
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  return new Promise((resolve, reject) => {
    const sent = request(rpcUrl, { method: 'POST', agent, headers }, (response) => {
      text(response).then(resolve, reject)
    })
    sent.once('error', reject).end(body)
  })
}

function unlessAborted(response: Promise<string>, signal: AbortSignal | null = null) {
  return new Promise<string>((resolve, reject) => {
    signal?.throwIfAborted()
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
    response.then(resolve, reject)
  })
}
