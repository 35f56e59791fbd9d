import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer } from 'node:https'
import { isIP, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listen } from '../../../infra/local/http-service.ts'
import tls from '../../../test/vectors/localhost-tls.json' with { type: 'json' }
import { guardedFetch, nodeFetch } from './guarded-fetch.ts'
import type { Resolve } from './resolve-name.ts'

const resolvingTo =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses.map((address) => ({ address, family: isIP(address) }))

const json = { 'content-type': 'application/json' }
const call = { method: 'POST', body: '{"method":"eth_chainId"}', headers: json }

/** A node on this machine with a certificate, and requests that only go to this machine. */
async function localNode(respond: RequestListener) {
  const server = createServer({ key: tls.key, cert: tls.certificate }, respond)
  const { url, close } = await listen(server, 0)
  onTestFinished(close)
  const resolve = resolvingTo('127.0.0.1')
  const post = guardedFetch({
    loopback: true,
    resolve,
    keepsConnections: true,
    ca: tls.certificate,
  })
  const place = `https://localhost:${new URL(url).port}/v2/key`
  return { post: () => post(place, call), get: () => post(place) }
}

describe('a node', () => {
  it.each(['10.0.0.5', '127.0.0.1', '169.254.169.254', '::1', 'fd00::1'])(
    'is not called if its name leads to %s',
    async (address) => {
      const post = nodeFetch({ allowLoopback: false }, resolvingTo('93.184.216.34', address))
      await expect(post('https://node.example/v2/key', call)).rejects.toThrow(
        `node.example resolves to ${address}, which is not a public address`,
      )
    },
  )

  it.each([
    'http://127.0.0.1:8545',
    'https://10.1.2.3/key',
    'https://localhost/key',
    'http://node.example/key',
  ])('is not called at %s', async (url) => {
    const post = nodeFetch({ allowLoopback: false }, resolvingTo('93.184.216.34'))
    await expect(post(url, call)).rejects.toThrow('its url must')
  })

  it('on this machine is called by a local instance', async () => {
    const server = createHttpServer((_, response) => response.end('local'))
    const { url, close } = await listen(server, 0)
    onTestFinished(close)
    const response = await nodeFetch({ allowLoopback: true })(url, call)
    expect(await response.text()).toBe('local')
  })
})

describe('requests', () => {
  it('read with the headers of the response, and without a body of their own', async () => {
    const { get } = await localNode((request, response) => {
      response.setHeader('age', '7')
      response.end(`${request.method} ${request.headers['content-length']}`)
    })
    const response = await get()
    expect([response.headers.get('age'), await response.text()]).toEqual(['7', 'GET undefined'])
  })

  it('share a connection, and get what was compressed', async () => {
    const sockets = new Set<Socket>()
    const { post } = await localNode(async (request, response) => {
      sockets.add(request.socket)
      const body = `${request.method} ${request.url} ${await text(request)}`
      const headers = { ...json, 'content-encoding': 'gzip' }
      response.writeHead(429, headers).end(gzipSync(body))
    })
    for (let time = 0; time < 2; time++) {
      const response = await post()
      expect(response.status).toBe(429)
      expect(response.headers.get('content-type')).toBe('application/json')
      expect(await response.text()).toBe(`POST /v2/key ${call.body}`)
    }
    expect(sockets.size).toBe(1)
  })

  it('are repeated if their kept connection was just closed', async () => {
    const used = new Set<Socket>()
    const { post } = await localNode(({ socket }, response) => {
      if (used.has(socket)) return void socket.destroy()
      used.add(socket)
      response.end('{}')
    })
    for (let time = 0; time < 3; time++) expect(await (await post()).text()).toBe('{}')
    expect(used.size).toBe(3)
  })

  it.each<[string, RequestListener, string | number]>([
    ['redirects', (_, response) => response.writeHead(307, { location: '/' }).end(), 307],
    ['closes the connection', ({ socket }) => socket.destroy(), 'socket hang up'],
    [
      'sends what is not compressed',
      (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('{}'),
      'incorrect header check',
    ],
    [
      'sends too much',
      (_, response) => response.end(Buffer.alloc(11 * 1024 * 1024)),
      'more than 10485760 bytes',
    ],
  ])('fail if the node %s', async (_, respond, outcome) => {
    const { post } = await localNode(respond)
    const result = await post().then(
      ({ status }) => status,
      (error) => String(error),
    )
    if (typeof outcome === 'number') expect(result).toBe(outcome)
    else expect(result).toContain(outcome)
  })

  it('end with their signal', async () => {
    const { promise: received, resolve: receive } = Promise.withResolvers<void>()
    const server = createHttpServer(() => receive())
    const { url, close } = await listen(server, 0)
    onTestFinished(close)
    const ending = new AbortController()
    const post = guardedFetch({ loopback: true, resolve: resolvingTo('127.0.0.1') })
    const sent = post(url, { ...call, signal: ending.signal })
    await received
    ending.abort()
    await expect(sent).rejects.toThrow('aborted')
  })
})
