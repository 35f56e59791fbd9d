import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { Funding } from '../chains/fund.ts'
import type { Invocation, ResponseSink } from '../functions/invocation.ts'
import type { HttpService } from '../http-service.ts'
import { startGateway } from './gateway.ts'
import type { Route } from './route.ts'

const api = { streaming: false } as const
const routes: Route[] = [
  { method: 'POST', resource: '/api/v1/payment_links', functionName: 'create-link', ...api },
  { method: 'GET', resource: '/api/v1/payment_links', functionName: 'list-links', ...api },
  { method: 'GET', resource: '/api/v1/payment_links/{id}', functionName: 'get-link', ...api },
  {
    method: 'GET',
    resource: '/api/checkout/sessions/{id}/stream',
    functionName: 'stream',
    streaming: true,
  },
]

const page = {
  status: 200,
  headers: { 'Content-Type': 'text/html', 'Content-Security-Policy': "default-src 'none'" },
  body: Buffer.from('<p>page</p>'),
}
const script = {
  status: 200,
  headers: { 'Content-Type': 'text/javascript' },
  body: Buffer.from('1'),
}
const library = { ...script, body: Buffer.from('let a = 1\n'.repeat(1000)) }
const photo = {
  status: 200,
  headers: { 'Content-Type': 'image/png' },
  body: Buffer.alloc(5000),
}

type Handler = (
  name: string,
  event: unknown,
  options?: { sink?: ResponseSink },
) => Promise<Invocation>

let gateway: HttpService
let invoke: Handler
const problems: string[] = []
const funded: Funding[] = []
const takenBack: string[] = []
const testChain = {
  chainId: 31337,
  rpcUrl: 'http://127.0.0.1:9',
  assets: [{ symbol: 'ETH', tokenAddress: null, decimals: 18 }],
  faucetPrivateKey: '0x01',
} as const

beforeEach(async () => {
  invoke = async (functionName, event) => answered(200, { functionName, event })
  gateway = await startGateway(
    {
      otherHosts: async () => ['pay.test'],
      routes,
      host: { invoke: (...parameters) => invoke(...parameters) },
      pages: new Map([
        ['checkout/index.html', page],
        ['checkout/refund.html', page],
        ['checkout/assets/page-1.js', script],
        ['checkout/assets/library-1.js', library],
        ['checkout/assets/photo-1.png', photo],
      ]),
      testWallet: {
        chain: testChain,
        fund: async (_, funding) => {
          funded.push(funding)
          return { txHash: '0xabc', from: '0xdef' }
        },
        takeBack: async (_, txHash) => {
          takenBack.push(txHash)
        },
      },
      now: () => new Date('2026-11-27T09:41:07.250Z'),
      onProblem: (text) => problems.push(text),
    },
    { port: 0 },
  )
})
afterEach(() => gateway.close())

function answered(statusCode: number, body: unknown, more = {}): Invocation {
  const response = { statusCode, body: JSON.stringify(body), ...more }
  return { outcome: 'answered', payload: JSON.stringify(response) }
}

const error = { errorType: 'Error', errorMessage: 'secret detail', trace: [] }

function send(path: string, init?: RequestInit) {
  return fetch(`${gateway.url}${path}`, init)
}

const refusalBody = z.object({
  error: z.object({ type: z.string(), code: z.string(), requestId: z.string() }),
})
const texts = z.record(z.string(), z.string())
const echo = z.object({
  functionName: z.string(),
  event: z.looseObject({
    body: z.unknown(),
    isBase64Encoded: z.unknown(),
    headers: texts,
    multiValueHeaders: z.record(z.string(), z.array(z.string())),
  }),
})

/** The event that an echoing function received. */
async function echoOf(response: Response) {
  return echo.parse(await response.json())
}

async function refusalOf(response: Response) {
  const body = refusalBody.parse(await response.json())
  expect(body.error.requestId).toBe(response.headers.get('x-request-id'))
  const { type, code } = body.error
  return { status: response.status, type, code }
}

describe("a function's event", () => {
  it('is that of a REST API', async () => {
    const response = await send('/api/v1/payment_links/pl%5F1?a=1&a=2&b=x%20y', {
      headers: { Authorization: 'Bearer ck', 'X-Two': 'one' },
    })
    const { functionName, event } = await echoOf(response)
    expect(functionName).toBe('get-link')
    expect(event).toMatchObject({
      resource: '/api/v1/payment_links/{id}',
      path: '/api/v1/payment_links/pl%5F1',
      httpMethod: 'GET',
      pathParameters: { id: 'pl_1' },
      queryStringParameters: { a: '2', b: 'x y' },
      multiValueQueryStringParameters: { a: ['1', '2'], b: ['x y'] },
      stageVariables: null,
      body: null,
      isBase64Encoded: false,
      requestContext: {
        requestId: response.headers.get('x-request-id'),
        resourcePath: '/api/v1/payment_links/{id}',
        httpMethod: 'GET',
        stage: 'local',
        requestTime: '27/Nov/2026:09:41:07 +0000',
        requestTimeEpoch: 1795772467250,
        identity: { sourceIp: '127.0.0.1' },
      },
    })
  })

  it('has null if there are no parameters', async () => {
    const { event } = await echoOf(await send('/api/v1/payment_links'))
    expect(event).toMatchObject({
      pathParameters: null,
      queryStringParameters: null,
      multiValueQueryStringParameters: null,
    })
  })

  it('has an unchanged text body, or other bytes in base 64', async () => {
    const bodyOf = async (body: string | Uint8Array<ArrayBuffer>, type: string) => {
      const headers = { 'Content-Type': type }
      const response = await send('/api/v1/payment_links', { method: 'POST', body, headers })
      const { event } = await echoOf(response)
      const { body: received, isBase64Encoded } = event
      return { body: received, isBase64Encoded }
    }
    const text = '\ufeff{"title": "Käse\u0000"}\n'
    expect(await bodyOf(text, 'application/json')).toEqual({ body: text, isBase64Encoded: false })
    const bytes = new Uint8Array([0xff, 0xfe, 0x00])
    const base64 = { body: '//4A', isBase64Encoded: true }
    expect(await bodyOf(bytes, 'application/octet-stream')).toEqual(base64)
    expect(await bodyOf(bytes, 'application/json')).toEqual(base64)
  })

  it('has the viewer’s address, whatever the viewer claims, and no connection headers', async () => {
    const socket = connect(gateway.port, '127.0.0.1')
    socket.end(
      [
        'GET /api/v1/payment_links HTTP/1.1',
        'Host: pay.test',
        'X-Viewer-Address: 9.9.9.9:1',
        'X-Viewer-Host: evil.test',
        'X-Forwarded-For: 8.8.8.8',
        'Connection: close, X-Hop',
        'X-Hop: here only',
        'TE: trailers',
        'X-Many: one',
        'x-many: two',
        '',
        '',
      ].join('\r\n'),
    )
    const chunks = await Array.fromAsync(socket)
    const text = Buffer.concat(chunks).toString()
    const { event } = JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4))
    expect(event.headers).toMatchObject({
      Host: 'pay.test',
      'X-Forwarded-For': '8.8.8.8, 127.0.0.1',
      'X-Viewer-Host': 'pay.test',
    })
    expect(event.headers['X-Viewer-Address']).toBe('127.0.0.1')
    expect(event.multiValueHeaders['X-Many']).toEqual(['one', 'two'])
    const names = Object.keys(event.headers).map((name) => name.toLowerCase())
    for (const gone of ['connection', 'x-hop', 'te']) expect(names).not.toContain(gone)
  })
})

describe("a function's result", () => {
  it('becomes status, headers and body', async () => {
    invoke = async () =>
      answered(
        201,
        { id: 'pl_1' },
        {
          headers: { 'X-One': 1, 'Content-Length': '9999', Connection: 'upgrade' },
          multiValueHeaders: { 'Set-Cookie': ['a=1', 'b=2'] },
        },
      )
    const response = await send('/api/v1/payment_links', { method: 'POST' })
    expect(response.status).toBe(201)
    expect(await response.json()).toEqual({ id: 'pl_1' })
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(response.headers.get('x-one')).toBe('1')
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('x-request-id')).toBeTruthy()
  })

  it('can be bytes, or empty', async () => {
    invoke = async () => answered(200, null, { body: '/wA=', isBase64Encoded: true })
    const bytes = await (await send('/api/v1/payment_links')).bytes()
    expect([...bytes]).toEqual([0xff, 0])
    invoke = async () => answered(304, null, { body: '', headers: { ETag: '"1"' } })
    const unchanged = await send('/api/v1/payment_links')
    expect([unchanged.status, unchanged.headers.get('etag')]).toEqual([304, '"1"'])
  })

  it.each([
    ['not a proxy response', { outcome: 'answered', payload: '{"result": 42}' }],
    ['null', { outcome: 'answered', payload: 'null' }],
    ['a header that breaks the line', answered(200, '', { headers: { 'X-A': 'a\r\nb: c' } })],
    ['an error', { outcome: 'failed', error }],
  ] satisfies [string, Invocation][])('is a 500 without details: %s', async (_, invocation) => {
    invoke = async () => invocation
    const response = await send('/api/v1/payment_links')
    expect(await refusalOf(response.clone())).toEqual({
      status: 500,
      type: 'api_error',
      code: 'internal_error',
    })
    expect(await response.text()).not.toContain('secret')
  })

  it('is a 504 if it times out', async () => {
    invoke = async () => ({ outcome: 'timedOut', error })
    const refusal = { status: 504, type: 'unavailable', code: 'timed_out' }
    expect(await refusalOf(await send('/api/v1/payment_links'))).toEqual(refusal)
  })
})

describe('the gateway itself rejects', () => {
  it('an unknown route', async () => {
    const refusal = { status: 404, type: 'not_found', code: 'route_not_found' }
    for (const path of ['/api/v1/nothing', '/api', '/api/v1/payment_links/', '/api/v1/../v1/x']) {
      expect(await refusalOf(await send(path))).toEqual(refusal)
    }
  })

  it('another method on a known path, and lists the supported ones', async () => {
    const response = await send('/api/v1/payment_links', { method: 'DELETE' })
    expect(response.headers.get('allow')).toBe('GET, POST')
    expect(await refusalOf(response)).toEqual({
      status: 405,
      type: 'invalid_request',
      code: 'method_not_allowed',
    })
  })

  it('a body above 10 MB', async () => {
    const body = Buffer.alloc(10_000_001, 'a')
    const response = await send('/api/v1/payment_links', { method: 'POST', body })
    expect(await refusalOf(response)).toEqual({
      status: 413,
      type: 'invalid_request',
      code: 'body_too_large',
    })
  })

  it('a path with invalid percent-encoding', async () => {
    const response = await send('/api/v1/payment_links/%E0%A4%A')
    expect((await refusalOf(response)).status).toBe(400)
  })

  it('no OPTIONS request, but grants nothing to other origins', async () => {
    const response = await send('/api/v1/payment_links', { method: 'OPTIONS' })
    expect(response.status).toBe(204)
    expect(response.headers.get('allow')).toBe('GET, POST')
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('a streamed response', () => {
  const path = '/api/checkout/sessions/cs_1/stream'
  const head = { statusCode: 200, headers: { 'Content-Type': 'text/event-stream' }, cookies: [] }

  it('reaches the client while the function still runs', async () => {
    const finish = Promise.withResolvers<void>()
    invoke = async (_name, _event, options) => {
      options?.sink?.head(head)
      await options?.sink?.write(Buffer.from('event: one\n\n'))
      await finish.promise
      await options?.sink?.write(Buffer.from('event: two\n\n'))
      return { outcome: 'answered', payload: 'null' }
    }
    const response = await send(path)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(response.headers.get('x-request-id')).toBeTruthy()
    const reader = response.body?.getReader()
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('event: one\n\n')
    finish.resolve()
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('event: two\n\n')
    expect((await reader?.read())?.done).toBe(true)
  })

  it('that fails before its head is an error like any other', async () => {
    invoke = async () => ({ outcome: 'failed', error })
    expect((await refusalOf(await send(path))).status).toBe(500)
  })

  it('that is truncated does not look complete', async () => {
    invoke = async (_name, _event, options) => {
      options?.sink?.head(head)
      await options?.sink?.write(Buffer.from('event: one\n\n'))
      return { outcome: 'timedOut', error }
    }
    await expect(send(path).then((response) => response.text())).rejects.toThrow()
  })

  it('ignores a client that disconnects', async () => {
    const left = Promise.withResolvers<void>()
    const finished = Promise.withResolvers<void>()
    invoke = async (_name, _event, options) => {
      options?.sink?.head(head)
      await options?.sink?.write(Buffer.from('event: one\n\n'))
      await left.promise
      for (let block = 0; block < 200; block++) await options?.sink?.write(Buffer.alloc(100_000))
      finished.resolve()
      return { outcome: 'answered', payload: 'null' }
    }
    const socket = connect(gateway.port, '127.0.0.1')
    socket.write(`GET ${path} HTTP/1.1\r\nHost: pay.test\r\n\r\n`)
    await once(socket, 'data')
    socket.destroy()
    left.resolve()
    await finished.promise
    expect(problems).toEqual([])
  })
})

describe('the test wallet', () => {
  const to = `0x${'1'.repeat(40)}`
  const wanted = { chainId: 31337, asset: 'ETH', address: to, amountBase: '1500' }
  const json = { 'Content-Type': 'application/json' }
  const pay = (body: object, headers: Record<string, string> = json) =>
    send('/local/payments', { method: 'POST', headers, body: JSON.stringify(body) })

  beforeEach(() => funded.splice(0))

  it('pays to an address of the test chain', async () => {
    const response = await pay(wanted)
    expect([response.status, await response.json()]).toEqual([
      200,
      { txHash: '0xabc', from: '0xdef' },
    ])
    expect(funded).toEqual([{ to, asset: 'ETH', amountBase: 1500n }])
  })

  it('takes a payment back', async () => {
    const txHash = `0x${'ab'.repeat(32)}`
    const response = await pay({ chainId: 31337, takeBack: txHash })
    expect([response.status, await response.json()]).toEqual([200, { txHash }])
    expect(takenBack).toEqual([txHash])
  })

  it.each([
    ['another chain', { ...wanted, chainId: 31338 }, json],
    ['a coin that it lacks', { ...wanted, asset: 'DOGE' }, json],
    ['a transaction that can’t be one', { chainId: 31337, takeBack: '0x1' }, json],
    ['no amount', { ...wanted, amountBase: '0' }, json],
    ['no address', { ...wanted, address: '0x1' }, json],
    ['a form of another site', wanted, { 'Content-Type': 'text/plain' }],
    ['a script of another site', wanted, { ...json, 'Sec-Fetch-Site': 'cross-site' }],
  ])('refuses %s', async (_, body, headers) => {
    expect((await refusalOf(await pay(body, headers))).status).toBe(400)
    expect(funded).toEqual([])
  })

  it('does not pay by a link', async () => {
    expect((await send('/local/payments')).status).toBe(405)
  })
})

describe('compression', () => {
  const encodingOf = async (path: string, accepted: string) => {
    const response = await send(path, { headers: { 'Accept-Encoding': accepted } })
    const [encoding, vary] = ['content-encoding', 'vary'].map((name) => response.headers.get(name))
    return { encoding, vary, body: Buffer.from(await response.arrayBuffer()) }
  }

  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['identity', null],
    ['gzip;q=0', null],
    ['*', null],
  ])('of files suits %s', async (accepted, encoding) => {
    const file = await encodingOf('/checkout/assets/library-1.js', accepted)
    expect(file).toEqual({ encoding, vary: 'Accept-Encoding', body: library.body })
    expect((await encodingOf('/checkout/assets/library-1.js', accepted)).encoding).toBe(encoding)
  })

  it('spares what is small or compressed already', async () => {
    for (const file of ['page-1.js', 'photo-1.png']) {
      expect(await encodingOf(`/checkout/assets/${file}`, 'gzip')).toMatchObject({
        encoding: null,
        vary: null,
      })
    }
  })

  it('of the API’s JSON is gzip, as API Gateway has no other', async () => {
    const data = Array.from({ length: 100 }, (_, id) => ({ id, object: 'payment_link' }))
    invoke = async () => answered(200, { data })
    const response = await encodingOf('/api/v1/payment_links', 'br, gzip')
    expect(response.encoding).toBe('gzip')
    expect(JSON.parse(response.body.toString())).toEqual({ data })
    expect((await encodingOf('/api/v1/payment_links', 'br')).encoding).toBeNull()
    invoke = async () => answered(200, { data: [] })
    expect((await encodingOf('/api/v1/payment_links', 'gzip')).encoding).toBeNull()
  })
})

describe('pages', () => {
  it('of links, sessions and refunds are the built page', async () => {
    const paths = ['/l/abcde23456?prefill_email=a@b.c', '/checkout/cs_01ABC', '/refund/re_1']
    for (const path of paths) {
      const response = await send(path)
      expect(await response.text()).toBe('<p>page</p>')
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    }
  })

  it('come with their files, for GET and HEAD only', async () => {
    const file = '/checkout/assets/page-1.js'
    expect((await send(file)).headers.get('content-type')).toBe('text/javascript')
    const head = await send(file, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      '1',
      '',
    ])
    expect((await send(file, { method: 'POST' })).status).toBe(405)
  })

  it('never come from outside their folder', async () => {
    for (const path of [
      '/checkout/assets/../../package.json',
      '/checkout/%2e%2e/package.json',
      '/x',
    ]) {
      const response = await send(path)
      expect([response.status, response.headers.has('x-request-id')]).toEqual([404, true])
    }
  })
})
