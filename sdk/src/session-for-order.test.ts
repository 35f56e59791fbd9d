import { expect, it } from 'vitest'
import { Quittance, sessionForOrder } from './index.ts'

const amount = { value: '25.00', currency: 'EUR' }
const order = { order: 'A 1001', amount, successUrl: 'https://shop.example/thanks' }

/** Sessions as the API lists them, newest first. */
function earlier(...statuses: string[]) {
  const fiat = { amount: '25', currency: 'EUR' }
  return statuses.map((status, index) => ({ id: `cs_${statuses.length - index}`, status, fiat }))
}

/** The requests after the list, and the session of the order. */
async function ask(listed: object[], wanted: Parameters<typeof sessionForOrder>[1] = order) {
  const sent: string[] = []
  const fetch = async (
    url: string | URL | Request,
    { method, headers, body }: RequestInit = {},
  ) => {
    const { pathname, search } = new URL(`${url}`)
    if (method === 'GET') {
      expect(decodeURIComponent(search)).toBe('?metadata[order]=A+1001')
      return Response.json({ data: listed, hasMore: false, nextCursor: null })
    }
    const key = pathname.endsWith('/expire') ? '' : new Headers(headers).get('idempotency-key')
    sent.push(`${pathname} ${key} ${body ?? ''}`.trim())
    return Response.json({ id: 'cs_new', status: 'pending' }, { status: 201 })
  }
  const options = { apiKey: 'ck_test_a', baseUrl: 'https://pay.example', maxRetries: 0, fetch }
  const { id } = await sessionForOrder(new Quittance(options), wanted)
  return { id, sent }
}

const created = (count: number) =>
  `/api/v1/checkout_sessions order-A%201001-${count} ${JSON.stringify({
    amount,
    successUrl: 'https://shop.example/thanks',
    metadata: { order: 'A 1001' },
  })}`

it('creates the first session with a key that follows from the order', async () => {
  expect(await ask([])).toEqual({ id: 'cs_new', sent: [created(1)] })
})

it('creates a session that is found by the order, whatever the metadata says', async () => {
  const { sent } = await ask([], { ...order, metadata: { order: 'other', note: 'a gift' } })
  expect(sent[0]).toContain('"metadata":{"order":"A 1001","note":"a gift"}')
})

it.each(['pending', 'detected', 'underpaid', 'paid', 'paid_late', 'overpaid'])(
  'returns the session that is %s, whatever came before it',
  async (status) => {
    expect(await ask(earlier('expired', status, 'expired'))).toEqual({ id: 'cs_2', sent: [] })
  },
)

it('creates another one once all before it are closed', async () => {
  const closed = earlier('failed', 'expired')
  expect(await ask(closed)).toEqual({ id: 'cs_new', sent: [created(3)] })
})

it('expires a session with another price, unless there is a payment', async () => {
  const other = { ...order, amount: { ...amount, currency: 'USD' } }
  const { sent } = await ask(earlier('pending'), other)
  expect(sent[0]).toBe('/api/v1/checkout_sessions/cs_1/expire')
  expect(sent[1]).toContain('order-A%201001-2 {"amount":{"value":"25.00","currency":"USD"}')
  expect(await ask(earlier('detected'), other)).toEqual({ id: 'cs_1', sent: [] })
})
