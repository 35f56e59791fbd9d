import { randomUUID } from 'node:crypto'
import { mock } from 'node:test'
import { parentPort } from 'node:worker_threads'
import { handler as createSession } from '../functions/api/checkout-sessions/create.ts'
import { handler as getSession } from '../functions/api/checkout-sessions/get.ts'
import { handler as listSessions } from '../functions/api/checkout-sessions/list.ts'
import { handler as getCustomer } from '../functions/api/customers/get.ts'
import { handler as listCustomers } from '../functions/api/customers/list.ts'
import { handler as listEvents } from '../functions/api/events/list.ts'
import { handler as createLink } from '../functions/api/payment-links/create.ts'
import { handler as getLink } from '../functions/api/payment-links/get.ts'
import { handler as listLinks } from '../functions/api/payment-links/list.ts'
import { handler as updateLink } from '../functions/api/payment-links/update.ts'
import { handler as createQuote } from '../functions/api/quotes/create.ts'
import { handler as getQuote } from '../functions/api/quotes/get.ts'
import { handler as createEndpoint } from '../functions/api/webhook-endpoints/create.ts'
import { handler as getEndpoint } from '../functions/api/webhook-endpoints/get.ts'
import { handler as listEndpoints } from '../functions/api/webhook-endpoints/list.ts'
import { pageCustomers } from '../shared/customers/store/customer-list.ts'
import type { ApiCall } from '../test/api-event.ts'
import type { Figure } from './bench.ts'
import { type ApiFunction, merchantFunctions } from './merchant-functions.ts'
import { recordCalls, roundTrips } from './recorded-calls.ts'

mock.timers.enable({ apis: ['Date'], now: Date.now() })
const shop = await merchantFunctions()
await shop.agreeOnPrice()
const figures: Figure[] = []
const fresh = () => ({ idempotencyKey: randomUUID() })
const amount = { value: '25.00', currency: 'USD' }
const pair = { chainId: 31337, asset: 'ETH' }

type Measured = { aim?: string; call: () => Omit<ApiCall, 'key'> }

const pauseMs = 61_000

/** After a pause, what is kept for a minute has been forgotten: key, settings and prices. */
async function measure(what: string, handler: ApiFunction, { aim, call }: Measured): Promise<void> {
  mock.timers.tick(pauseMs)
  await shop.agreeOnPrice()
  const first = roundTrips(await recordCalls(() => shop.call(handler, call())))
  const calls = await recordCalls(() => shop.call(handler, call()))
  const units = calls.reduce((sum, one) => sum + one.units, 0)
  const value = `${roundTrips(calls)} (${first} after a minute's pause), ${units} units`
  figures.push({ what, value, ...(aim !== undefined && { aim }) })
}

const get = async (path: string, handler: ApiFunction, id: string) =>
  measure(`GET ${path}`, handler, { aim: 'at most 2', call: () => ({ path, id }) })
const list = (path: string, handler: ApiFunction) =>
  measure(`GET ${path}`, handler, { aim: 'at most 2', call: () => ({ path }) })

const linkBody = { title: 'A bench', fiatAmount: '25.00' }
const link = await shop.call(createLink, { path: '/payment_links', body: linkBody })
await measure('POST /payment_links, Idempotency-Key', createLink, {
  call: () => ({ path: '/payment_links', body: linkBody, ...fresh() }),
})
await get('/payment_links/{id}', getLink, link.id)
await list('/payment_links', listLinks)
await measure('PATCH /payment_links/{id}, Idempotency-Key', updateLink, {
  call: () => ({
    method: 'PATCH',
    path: '/payment_links/{id}',
    id: link.id,
    body: { title: randomUUID() },
    ...fresh(),
  }),
})

const quoteBody = { linkId: link.id, ...pair }
const quote = await shop.call(createQuote, { path: '/quotes', body: quoteBody })
await measure('POST /quotes, Idempotency-Key', createQuote, {
  call: () => ({ path: '/quotes', body: quoteBody, ...fresh() }),
})
await get('/quotes/{id}', getQuote, quote.id)

const path = '/checkout_sessions'
const buyer = () => ({ customerEmail: `${randomUUID()}@example.com` })
const session = { aim: 'at most 4' }
await measure('POST /checkout_sessions, amount', createSession, {
  ...session,
  call: () => ({ path, body: { amount } }),
})
await measure('POST /checkout_sessions, amount, Idempotency-Key', createSession, {
  ...session,
  call: () => ({ path, body: { amount }, ...fresh() }),
})
await measure('POST /checkout_sessions, link', createSession, {
  ...session,
  call: () => ({ path, body: { linkId: link.id } }),
})
await measure('POST /checkout_sessions, link, Idempotency-Key', createSession, {
  ...session,
  call: () => ({ path, body: { linkId: link.id }, ...fresh() }),
})
await measure('POST /checkout_sessions, link, new customer, Idempotency-Key', createSession, {
  ...session,
  call: () => ({ path, body: { linkId: link.id, ...buyer() }, ...fresh() }),
})
const quotes: string[] = []
for (let n = 0; n < 4; n++) {
  quotes.push((await shop.call(createQuote, { path: '/quotes', body: quoteBody })).id)
}
await measure('POST /checkout_sessions, quote', createSession, {
  ...session,
  call: () => ({ path, body: { quoteId: quotes.pop() } }),
})
await measure('POST /checkout_sessions, quote, Idempotency-Key', createSession, {
  ...session,
  call: () => ({ path, body: { quoteId: quotes.pop() }, ...fresh() }),
})
const opened = await shop.call(createSession, { path, body: { amount } })
await get('/checkout_sessions/{id}', getSession, opened.id)
await list('/checkout_sessions', listSessions)

const hook = { url: 'https://shop.example/hooks' }
const endpoint = await shop.call(createEndpoint, { path: '/webhook_endpoints', body: hook })
await measure('POST /webhook_endpoints, Idempotency-Key', createEndpoint, {
  call: () => ({ path: '/webhook_endpoints', body: hook, ...fresh() }),
})
await get('/webhook_endpoints/{id}', getEndpoint, endpoint.id)
await list('/webhook_endpoints', listEndpoints)
await list('/events', listEvents)
const { customers } = await pageCustomers(shop.table, 'test', { page: 1, limit: 1 })
await get('/customers/{id}', getCustomer, customers[0]?.id ?? '')
await list('/customers', listCustomers)

parentPort?.postMessage(figures)
