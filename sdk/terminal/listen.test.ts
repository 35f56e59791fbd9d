import { afterEach, beforeEach, expect, it } from 'vitest'
import { startWebhookReceiver, type WebhookReceiver } from '../../test/webhook-receiver.ts'
import { Quittance } from '../src/index.ts'
import { listen } from './listen.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

let shop: WebhookReceiver
let printed: string[]

beforeEach(async () => {
  printed = []
  shop = await startWebhookReceiver()
  shop.expectSecret(secret)
})
afterEach(() => shop.close())

function event(id: string, minute: number) {
  const createdAt = `2026-03-01T12:${minute}:00.000Z`
  const data = { id: 'cs_1', sequence: minute }
  return { id, object: 'event', type: 'session.paid', livemode: false, data, createdAt }
}

const page = (...data: object[]) => Response.json({ data, hasMore: false, nextCursor: null })
const failure = (status: number, message: string) =>
  Response.json({ error: { type: 'error', code: 'some_code', message } }, { status })

/** Listens until the instance has given all of these responses. Returns the queries that it was sent. */
async function listenTo(responses: readonly (Response | Error)[], forward: URL): Promise<string[]> {
  const end = new AbortController()
  const left = [...responses]
  const queries: string[] = []
  const fetch = async (url: string | URL | Request) => {
    queries.push(decodeURIComponent(`${url}`.split('?')[1] ?? ''))
    const next = left.shift()
    if (next instanceof Response) return next
    throw next
  }
  const wait = async () => {
    if (left.length === 0) end.abort(new Error('Ctrl-C'))
    end.signal.throwIfAborted()
  }
  const options = { apiKey: 'ck_test_a', baseUrl: 'https://pay.example', maxRetries: 0, fetch }
  const quittance = new Quittance(options)
  const print = (line: string) => void printed.push(line)
  const deps = { quittance, print, wait, signal: end.signal }
  await expect(listen(deps, { forward, secret })).rejects.toThrow('Ctrl-C')
  return queries
}

it('forwards what is new, oldest first and once, through outages of the instance', async () => {
  const [old, first, second] = [event('evt_old', 10), event('evt_1', 20), event('evt_2', 21)]
  const queries = await listenTo(
    [
      ...[page(old), page(old)],
      ...[page(second, first, old), failure(429, 'Too many requests.'), new TypeError('cut')],
      ...[page(second, first), page(second, first)],
    ],
    new URL(shop.url),
  )
  expect(shop.deliveries.map((delivery) => [delivery.event.id, delivery.verified])).toEqual([
    ['evt_1', true],
    ['evt_2', true],
  ])
  expect(printed.slice(2)).toEqual([
    expect.stringMatching(/^session\.paid {2}evt_1 {2}200 {2}\d+ ms$/),
    expect.stringMatching(/^session\.paid {2}evt_2 {2}200 {2}\d+ ms$/),
    'Too many requests. Trying again.',
    'The connection to https://pay.example failed before there was a response. Trying again.',
  ])
  // Since the newest one, and five minutes before, because events may become visible late.
  expect(queries.map((query) => /T(\d\d:\d\d)/.exec(query)?.[1])).toEqual([
    ...[undefined, '12:05', '12:05'],
    ...['12:16', '12:16', '12:16', '12:16'],
  ])
})

it('prints what the server does not accept, and continues', async () => {
  const closed = new URL(shop.url)
  await shop.close()
  const broken = await startWebhookReceiver({ respondAlways: 500 })
  try {
    await listenTo([page(), page(), page(event('evt_1', 20))], new URL(broken.url))
    await listenTo([page(), page(), page(event('evt_1', 20))], closed)
  } finally {
    await broken.close()
  }
  const results = printed.filter((line) => line.startsWith('session.paid'))
  expect(results).toEqual([
    expect.stringContaining('evt_1  500  '),
    expect.stringContaining('evt_1  ECONNREFUSED  '),
  ])
})

it('ends if the key is not accepted', async () => {
  const quittance = new Quittance({
    apiKey: 'ck_test_a',
    baseUrl: 'https://pay.example',
    fetch: async () => failure(401, 'This API key is invalid.'),
  })
  const { signal } = new AbortController()
  const deps = { quittance, print: () => undefined, wait: async () => undefined, signal }
  const options = { forward: undefined, secret }
  await expect(listen(deps, options)).rejects.toThrow('This API key is invalid.')
})
