import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, it } from 'vitest'
import * as z from 'zod'
import type { QuittanceOptions } from './index.ts'
import { Quittance } from './quittance.ts'
import { QuittanceError } from './quittance-error.ts'

const apiKey = 'ck_test_abc'
const order = { amount: { value: '10.00', currency: 'USD' } }

type Answer = (response: ServerResponse) => void
type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string }

let answers: Answer[]
let seen: Seen[]
let waits: number[]
let server: ReturnType<typeof createServer>
let baseUrl: string

beforeEach(async () => {
  answers = []
  seen = []
  waits = []
  server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const chunks = await request.toArray().catch(() => undefined)
    if (!chunks) return
    seen.push({ method, url, headers, body: chunks.join('') })
    const answer = answers.shift()
    if (answer) answer(response)
    else response.destroy()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  baseUrl = `http://127.0.0.1:${z.object({ port: z.int() }).parse(server.address()).port}`
})
afterEach(() => {
  // A connection that a test gave up must not bring its request to the next test.
  server.closeAllConnections()
  server.close()
})

function client(options: Partial<QuittanceOptions> = {}): Quittance {
  const sleep = async (ms: number) => {
    waits.push(ms)
  }
  return new Quittance({ apiKey, baseUrl, sleep, random: () => 1, ...options })
}

function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return (response) => response.writeHead(status, headers).end(JSON.stringify(body))
}

function failure(status: number, code: string, headers?: Record<string, string>): Answer {
  const error = {
    type: 'unavailable',
    code,
    message: 'Later.',
    requestId: 'req_1',
    param: 'amount',
  }
  return json(status, { error }, headers)
}

const keys = () => seen.map(({ headers }) => headers['idempotency-key'])

it('sends a call as the API expects it, and returns the response', async () => {
  answers = [json(201, { id: 'cs_1', status: 'pending' })]
  const session = await client({ baseUrl: `${baseUrl}/` }).checkoutSessions.create(order)
  expect(session.id).toBe('cs_1')
  expect(seen).toMatchObject([
    { method: 'POST', url: '/api/v1/checkout_sessions', body: JSON.stringify(order) },
  ])
  expect(seen[0]?.headers).toMatchObject({
    authorization: `Bearer ${apiKey}`,
    'content-type': 'application/json',
  })
})

it('retries with the same key, whatever went wrong', async () => {
  const cut: Answer = (response) => {
    response.writeHead(201, { 'content-length': '500' })
    response.write('{"id":')
    response.destroy()
  }
  answers = [failure(503, 'price_unavailable'), cut, json(201, { id: 'cs_1' })]
  expect((await client().checkoutSessions.create(order)).id).toBe('cs_1')
  expect(new Set(keys()).size).toBe(1)
  expect(keys()[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(waits).toEqual([500, 1000])
})

it('uses the given key, and none for a read', async () => {
  answers = [json(201, {}), json(200, {})]
  await client().checkoutSessions.create(order, { idempotencyKey: 'order-1' })
  await client().checkoutSessions.retrieve('cs_1')
  expect(keys()).toEqual(['order-1', undefined])
})

it('waits as long as Retry-After says', async () => {
  answers = [failure(429, 'rate_limit_exceeded', { 'retry-after': '7' }), json(200, {})]
  await client().events.retrieve('evt_1')
  expect(waits).toEqual([7000])
})

it("does not retry what would fail again, and has the API's own message", async () => {
  answers = [failure(409, 'quote_consumed')]
  const call = client().checkoutSessions.create(order)
  const details = {
    status: 409,
    code: 'quote_consumed',
    message: 'Later.',
    requestId: 'req_1',
    param: 'amount',
  }
  await expect(call).rejects.toMatchObject(details)
  await expect(call).rejects.toBeInstanceOf(QuittanceError)
  expect(seen).toHaveLength(1)
})

it('fails after the last retry, with the last error', async () => {
  answers = [failure(503, 'a'), failure(503, 'b'), failure(504, 'timed_out')]
  await expect(client().events.retrieve('evt_1')).rejects.toMatchObject({ code: 'timed_out' })
  expect(seen).toHaveLength(3)
  await expect(client({ maxRetries: 0 }).events.retrieve('evt_1')).rejects.toMatchObject({
    code: 'no_response',
    status: undefined,
  })
  expect(seen).toHaveLength(4)
})

it('names the address that it got no response from', async () => {
  const nowhere = client({ baseUrl: 'http://127.0.0.1:65535', maxRetries: 0 })
  await expect(nowhere.events.retrieve('evt_1')).rejects.toThrow(
    'The connection to http://127.0.0.1:65535 failed before there was a response (ECONNREFUSED).',
  )
})

it('ends an attempt that takes too long', async () => {
  answers = [() => undefined]
  const call = client({ maxRetries: 0, timeoutMs: 20 }).events.retrieve('evt_1')
  await expect(call).rejects.toMatchObject({ code: 'timed_out', type: 'connection' })
  answers = [() => undefined]
  const own = client({ maxRetries: 0 }).events.retrieve('evt_1', { timeoutMs: 20 })
  await expect(own).rejects.toMatchObject({ code: 'timed_out' })
})

it('follows no redirect, which could take the key elsewhere', async () => {
  answers = [(response) => response.writeHead(302, { location: '/elsewhere' }).end()]
  await expect(client().events.retrieve('evt_1')).rejects.toMatchObject({ code: 'http_302' })
  expect(seen).toHaveLength(1)
})

it('can be aborted, with the given reason, and sends nothing more', async () => {
  const ended = new Error('the customer left')
  answers = [failure(503, 'a')]
  const stop = new AbortController()
  const sleep = async () => stop.abort(ended)
  const call = client({ sleep }).events.retrieve('evt_1', { signal: stop.signal })
  await expect(call).rejects.toBe(ended)
})

it('reports a response that is not from the API by its status', async () => {
  answers = [(response) => response.writeHead(404).end('<html>'), json(200, {})]
  await expect(client().events.retrieve('evt_1')).rejects.toMatchObject({
    type: 'unexpected_response',
    code: 'http_404',
  })
  answers = [(response) => response.writeHead(200).end('<html>')]
  await expect(client({ maxRetries: 0 }).events.retrieve('evt_1')).rejects.toMatchObject({
    code: 'http_200',
  })
})

it('keeps an id in its place in the path', async () => {
  answers = [json(200, {})]
  await client().customers.retrieve('../events?x=1#y')
  expect(seen.map(({ url }) => url)).toEqual(['/api/v1/customers/..%2Fevents%3Fx%3D1%23y'])
  for (const id of ['', '.', '..', JSON.parse('null')]) {
    expect(() => client().customers.retrieve(id)).toThrow(TypeError)
  }
})

it('iterates over all pages by cursor, and requests one only when needed', async () => {
  answers = [
    json(200, { data: [{ id: 'a' }, { id: 'b' }], hasMore: true, nextCursor: 'b' }),
    json(200, { data: [{ id: 'c' }], hasMore: false, nextCursor: null }),
  ]
  const ids: string[] = []
  const sessions = client().checkoutSessions.list({ metadata: { 'a b': '1' }, limit: 2 })
  expect(seen).toHaveLength(0)
  for await (const { id } of sessions) {
    expect(seen).toHaveLength(id === 'c' ? 2 : 1)
    ids.push(id)
  }
  expect(ids).toEqual(['a', 'b', 'c'])
  expect(seen.map(({ url }) => url.split('?')[1])).toEqual([
    'metadata%5Ba+b%5D=1&limit=2',
    'metadata%5Ba+b%5D=1&limit=2&starting_after=b',
  ])
})

it('returns all events since a time and its overlap, from all pages, oldest first', async () => {
  answers = [
    json(200, { data: [{ id: 'c' }, { id: 'b' }], hasMore: true, nextCursor: 'b' }),
    json(200, { data: [{ id: 'a' }], hasMore: false, nextCursor: null }),
    json(200, { data: [], hasMore: false, nextCursor: null }),
  ]
  const found = await client().events.since('2026-03-01T12:00:00Z', { type: 'session.paid' })
  expect(found.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  const options = { overlapSeconds: 60 }
  expect(await client().events.since(new Date('2026-03-01T12:00:00Z'), options)).toEqual([])
  const from = (minute: string) => `createdAfter=2026-03-01T${minute}%3A00.000Z&limit=100`
  expect(seen.map(({ url }) => url.split('?')[1])).toEqual([
    `${from('11%3A55')}&type=session.paid`,
    `${from('11%3A55')}&type=session.paid&starting_after=b`,
    from('11%3A59'),
  ])
})

it('rejects an invalid time, and loses nothing when a page fails', async () => {
  await expect(client().events.since('yesterday')).rejects.toThrow(/^since must be a Date/)
  answers = [
    json(200, { data: [{ id: 'b' }], hasMore: true, nextCursor: 'b' }),
    failure(401, 'unauthenticated'),
  ]
  const cut = client().events.since('2026-03-01T12:00:00Z')
  await expect(cut).rejects.toMatchObject({ code: 'unauthenticated' })
})

it('continues after a numbered page by cursor, and returns one page when awaited', async () => {
  const page = (ids: string[], nextCursor: string | null) =>
    json(200, { data: ids.map((id) => ({ id })), hasMore: !!nextCursor, nextCursor, total: 5 })
  answers = [page(['c', 'd'], 'd'), page(['e'], null), page(['a', 'b'], 'b')]
  const customers = client().customers.list({ page: 2, limit: 2 })
  expect((await Array.fromAsync(customers)).map(({ id }) => id)).toEqual(['c', 'd', 'e'])
  expect((await client().customers.list({ limit: 2 })).total).toBe(5)
  expect(seen.map(({ url }) => url.split('?')[1])).toEqual([
    'page=2&limit=2',
    'limit=2&starting_after=d',
    'limit=2',
  ])
})

it('rejects a key or a URL that cannot be valid, and does not show the key', () => {
  expect(() => client({ apiKey: 'sk_live_secret' })).toThrow(/^apiKey must be an API key/)
  expect(() => client({ apiKey: 'sk_live_secret' })).not.toThrow(/secret/)
  for (const baseUrl of ['', 'pay.example.com', 'https://pay.example.com/api/v1']) {
    expect(() => client({ baseUrl })).toThrow(/^baseUrl must be/)
  }
})
