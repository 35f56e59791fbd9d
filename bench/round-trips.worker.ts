import { randomUUID } from 'node:crypto'
import { mock } from 'node:test'
import { parentPort } from 'node:worker_threads'
import { serve as createSession } from '../functions/api/create-checkout-session.ts'
import { serve as createLink } from '../functions/api/create-payment-link.ts'
import { serve as createQuote } from '../functions/api/create-quote.ts'
import { serve as createEndpoint } from '../functions/api/create-webhook-endpoint.ts'
import { serve as getSession } from '../functions/api/get-checkout-session.ts'
import { serve as getCustomer } from '../functions/api/get-customer.ts'
import { serve as getLink } from '../functions/api/get-payment-link.ts'
import { serve as getQuote } from '../functions/api/get-quote.ts'
import { serve as getEndpoint } from '../functions/api/get-webhook-endpoint.ts'
import { serve as listSessions } from '../functions/api/list-checkout-sessions.ts'
import { serve as listCustomers } from '../functions/api/list-customers.ts'
import { serve as listEvents } from '../functions/api/list-events.ts'
import { serve as listLinks } from '../functions/api/list-payment-links.ts'
import { serve as listEndpoints } from '../functions/api/list-webhook-endpoints.ts'
import { serve as updateLink } from '../functions/api/update-payment-link.ts'
import { pageCustomers } from '../shared/records/customers/store/customer-list.ts'
import type { ApiCall } from '../test/api-event.ts'
import type { Figure } from './bench.ts'
import { merchantFunctions, type Serve } from './merchant-functions.ts'
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

/** After a pause, everything cached for a minute has expired: key, settings and prices. */
async function measure(what: string, serve: Serve, { aim, call }: Measured): Promise<void> {
  mock.timers.tick(pauseMs)
  await shop.agreeOnPrice()
  const first = roundTrips(await recordCalls(() => shop.call(serve, call())))
  const calls = await recordCalls(() => shop.call(serve, call()))
  const units = calls.reduce((sum, one) => sum + one.units, 0)
  const value = `${roundTrips(calls)} (${first} after a minute's pause), ${units} units`
  figures.push({ what, value, ...(aim !== undefined && { aim }) })
}

const get = async (path: string, serve: Serve, id: string) =>
  measure(`GET ${path}`, serve, { aim: 'at most 2', call: () => ({ path, id }) })
const list = (path: string, serve: Serve) =>
  measure(`GET ${path}`, serve, { aim: 'at most 2', call: () => ({ path }) })

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
