import { createHmac, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { ErrorCode } from '../../shared/kernel/errors.ts'
import type { Mode } from '../../shared/kernel/mode.ts'
import { checkoutView } from '../../shared/merchant/checkout/wire/checkout.ts'
import { merchantOperations } from '../../shared/merchant-operations.ts'
import { type ApiResponse, type Call, call } from '../contract/api-client.ts'
import { errorIn } from '../contract/check-response.ts'
import { pageOf } from '../walk-list.ts'
import { merchant, openLink } from './merchant.ts'
import { activity, notify } from './notification.ts'
import type { Target } from './target.ts'

type Operation = keyof typeof merchantOperations

const link = { title: 'A journey', fiatAmount: '1.00' }
const identified = z.object({ id: z.string(), livemode: z.boolean().optional() })

/** Valid and invalid API calls. */
export function callJourneys(placed: () => Target): void {
  const ask = (operation: Operation, { mode = 'test', ...options }: Call & { mode?: Mode } = {}) =>
    call(placed(), merchantOperations[operation], { key: placed().apiKeys[mode], ...options })
  const shop = () => merchant(placed().baseUrl, placed().apiKeys.test)
  const amount = { value: '1', currency: 'USD' }

  describe('a call', () => {
    it('gets its request id, and the state of its rate limit', async () => {
      const responses = [await ask('listEvents'), await ask('listEvents')]
      for (const { headers } of responses) {
        for (const name of ['limit', 'remaining', 'reset']) {
          expect(headers.get(`x-ratelimit-${name}`), name).toMatch(/^\d+$/)
        }
      }
      const ids = responses.map(({ headers }) => headers.get('x-request-id'))
      expect(new Set(ids.filter(Boolean)).size).toBe(2)
    })

    it('with an Idempotency-Key runs once, and gets the same response twice', async () => {
      const again = { idempotencyKey: randomUUID(), body: link }
      const first = await ask('createPaymentLink', again)
      const second = await ask('createPaymentLink', again)
      expect([first.status, second.status]).toEqual([201, 201])
      expect(second.text).toBe(first.text)
      expect(second.headers.get('idempotent-replayed')).toBe('true')
      const other = { ...again, body: { ...link, title: 'Another' } }
      expectError(await ask('createPaymentLink', other), 'idempotency_key_reused')
    })

    it.each([
      ['without a key', {}, 'unauthenticated'],
      ['with an unknown key', { key: `ck_test_${'0'.repeat(32)}` }, 'unauthenticated'],
      ['with broken JSON', { body: '{"title": ' }, 'malformed_json'],
      ['with a form', { body: 'a=b', contentType: 'text/plain' }, 'unsupported_media_type'],
    ] as const)('%s is refused', async (what, options, code) => {
      const key = what === 'without a key' ? {} : { key: placed().apiKeys.test }
      const { createPaymentLink } = merchantOperations
      const request = { body: link, ...key, ...options }
      expectError(await call(placed(), createPaymentLink, request), code)
    })

    it('to an unknown path, or with an unsupported method, is refused', async () => {
      const { test: key } = placed().apiKeys
      expectError(
        await call(placed(), { method: 'GET', path: '/api/v1/nothing' }, { key }),
        'route_not_found',
      )
      const wrong = await call(placed(), { method: 'DELETE', path: '/api/v1/events' }, { key })
      expectError(wrong, 'method_not_allowed')
      expect(wrong.headers.get('allow')).toContain('GET')
    })
  })

  describe('a list', () => {
    it('lists everything once, page by page, newest first', async () => {
      const made: string[] = []
      for (const _ of [1, 2, 3]) {
        made.unshift(identified.parse((await ask('createPaymentLink', { body: link })).json).id)
      }
      const seen: string[] = []
      for (let cursor: string | null = ''; cursor !== null && !seen.includes(made[2] ?? ''); ) {
        const query = `limit=2${cursor && `&starting_after=${cursor}`}`
        const { status: statusCode, text: body } = await ask('listPaymentLinks', { query })
        const page = pageOf({ statusCode, body, headers: {} })
        seen.push(...page.data.map(({ id }) => id))
        cursor = page.nextCursor
      }
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen.filter((id) => made.includes(id))).toEqual(made)
    })
  })

  describe('live and test mode', () => {
    it('are separate', async () => {
      const of = async (mode: Mode) =>
        identified.parse((await ask('createPaymentLink', { mode, body: link })).json).id
      const ids = { live: await of('live'), test: await of('test') }
      expect((await ask('getPaymentLink', { id: ids.live, mode: 'live' })).status).toBe(200)
      expectError(await ask('getPaymentLink', { id: ids.live }), 'resource_not_found')
      expectError(await ask('getPaymentLink', { id: ids.test, mode: 'live' }), 'resource_not_found')
      const { id, livemode } = await shop().createSession({ amount })
      expect(livemode).toBe(false)
      expectError(await ask('getCheckoutSession', { id, mode: 'live' }), 'resource_not_found')
    })
  })

  describe('a customer', () => {
    it('gets the page of a session, and its state without the email', async () => {
      const { baseUrl } = placed()
      const session = await shop().createSession({ amount, customerEmail: 'ada@example.com' })
      const page = await fetch(`${baseUrl}/checkout/${session.id}`)
      expect(page.status).toBe(200)
      expect(page.headers.get('content-type')).toContain('text/html')
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
      const shown = await fetch(`${baseUrl}/api/checkout/sessions/${session.id}`)
      const text = await shown.text()
      expect(checkoutView.parse(JSON.parse(text))).toMatchObject({
        id: session.id,
        status: 'pending',
        address: session.address,
      })
      expect(text).not.toContain('ada@example.com')
    })

    it('enters details on the page of a link, and the merchant reads them', async () => {
      const { baseUrl } = placed()
      const { slug } = await shop().createLink('1.00')
      const { id } = await openLink(baseUrl, slug)
      const given = await fetch(`${baseUrl}/api/checkout/sessions/${id}/details`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'ada@example.com', name: 'Ada', notes: '' }),
      })
      expect(given.status).toBe(200)
      expect(checkoutView.parse(await given.json())).toMatchObject({ id, asksDetails: false })
      expect(await shop().getSession(id)).toMatchObject({
        customerEmail: 'ada@example.com',
        metadata: { name: 'Ada' },
      })
    })

    it('follows a session by a stream', async () => {
      const { id } = await shop().createSession({ amount })
      const url = `${placed().baseUrl}/api/checkout/sessions/${id}/stream`
      expect(await firstStreamed(url)).toBe(id)
    })
  })

  describe('a forged notification', () => {
    it('is refused', async () => {
      const session = await shop().createSession({ amount })
      const network = `LOCAL_${session.chainId}`
      const body = activity(session.address, network)
      const signature = createHmac('sha256', 'guessed').update(body).digest('hex')
      const response = await notify(placed().baseUrl, body, signature)
      expect(response.status).toBe(401)
      expect(await response.json()).toMatchObject({ error: { code: 'unauthenticated' } })
      expect((await shop().getSession(session.id)).status).toBe('pending')
    })
  })
}

function expectError(response: ApiResponse, code: ErrorCode): void {
  expect(errorIn(response).code).toBe(code)
}

/** The id of the session in a stream's first event. */
async function firstStreamed(url: string): Promise<string> {
  const signal = AbortSignal.timeout(20_000)
  const response = await fetch(url, { headers: { accept: 'text/event-stream' }, signal })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    const [, data] = /^data: ?(\{.*\})$/m.exec(text) ?? []
    if (data !== undefined) return checkoutView.parse(JSON.parse(data)).id
  }
  throw new Error(`The stream ended after "${text}".`)
}
