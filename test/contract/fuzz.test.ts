import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import * as z from 'zod'
import { newId } from '../../shared/kernel/ids.ts'
import type { Operation } from '../../shared/kernel/operation/operation.ts'
import type { Table } from '../../shared/kernel/store/table.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { type MerchantOperationId, merchantOperations } from '../../shared/merchant-operations.ts'
import { operationErrors } from '../../shared/openapi/operation-errors.ts'
import { sessionCreation } from '../../shared/payments/checkout-sessions/store/sessions.ts'
import { presentCheckoutSession } from '../../shared/payments/checkout-sessions/wire/checkout-session.ts'
import { customerCreation } from '../../shared/records/customers/store/customers.ts'
import { eventTypes } from '../../shared/records/outbox/rules/event.ts'
import { eventCreation } from '../../shared/records/outbox/store/events.ts'
import { aSession, createdAt, later } from '../factories.ts'
import { seededBytes } from '../seeded-bytes.ts'
import { type ApiResponse, call } from './api-client.ts'
import { errorIn, expectSuccess, tellsInternals } from './check-response.ts'
import { type MerchantApi, startMerchantApi } from './merchant-api.ts'
import { type FuzzedRequest, type Reference, requestOf } from './request-arbitrary.ts'

const requests = 5000
const atOnce = 100
const seed = 20_260_301
const mode = 'test' as const

/** Currencies with a rate; any other is a 503 that no request causes. */
const rates = { 'ETH/USD': '2500', 'USDC/USD': '1', 'EUR/USD': '1.1', 'GBP/USD': '1.3' }

const operations = Object.keys(merchantOperations).filter(
  (name): name is MerchantOperationId => name in merchantOperations,
)
const anyRequest = fc.oneof(...operations.map(requestOf))

it('never responds 5xx to 5,000 valid and nearly valid requests', async () => {
  const api = await startMerchantApi({ variables: { RATE_LIMIT_PER_MINUTE: '1000000' } })
  onTestFinished(() => api.stop())
  for (const [pair, price] of Object.entries(rates)) await api.agreeOnPrice(pair, price)
  const shop = await openShop(api)
  const tally = new Map<string, number>()

  await fc.assert(
    fc.asyncProperty(
      fc.array(anyRequest, { minLength: atOnce, maxLength: atOnce }),
      async (batch) => {
        const outcomes = await Promise.all(batch.map((request) => shop.send(request)))
        for (const [place, outcome] of outcomes.entries()) {
          const request = batch[place]
          if (!request) continue
          const told = judge(request, outcome)
          tally.set(told, (tally.get(told) ?? 0) + 1)
        }
      },
    ),
    { seed, numRuns: requests / atOnce, endOnFailure: true },
  )

  expect(api.problems).toEqual([])
  const total = [...tally.values()].reduce((sum, count) => sum + count, 0)
  expect(total).toBe(requests)
  // A fuzz whose requests all fail, or all succeed, proves nothing.
  const successes = (operation: MerchantOperationId) =>
    tally.get(`${operation} ${merchantOperations[operation].success.status}`) ?? 0
  const rare = operations
    // Only with a chain that can be read.
    .filter((operation) => operation !== 'expireCheckoutSession')
    .filter((operation) => successes(operation) < 5)
  expect(rare.map((operation) => [operation, successes(operation)])).toEqual([])
}, 400_000)

type Outcome = { response: ApiResponse; sent: string }

function judge({ operation }: FuzzedRequest, { response, sent }: Outcome): string {
  const where = `${operation} ${sent.slice(0, 500)} → ${response.status} ${response.text.slice(0, 500)}`
  if (!isUnreadable(operation, response)) expect(response.status, where).toBeLessThan(500)
  expect(response.headers.get('x-request-id'), where).toMatch(/^[0-9a-f-]{36}$/)
  if (response.status < 300) {
    expectSuccess(merchantOperations[operation], response)
    return `${operation} ${response.status}`
  }
  const { code, message, param } = errorIn(response)
  expect(tellsInternals(message, sent), where).toBe(false)
  if (param !== undefined) expect(message, where).toContain(param)
  // An empty id, or one with dots, changes the path.
  const described = operationErrors(merchantOperations[operation])
  if (code !== 'route_not_found') expect(described, where).toContain(code)
  return `${operation} ${code}`
}

/** No chain can be read here, and what may have been paid isn't expired unseen. */
function isUnreadable(operation: MerchantOperationId, response: ApiResponse): boolean {
  if (operation !== 'expireCheckoutSession' || response.status !== 504) return false
  const { code, message } = errorIn(response)
  return code === 'timed_out' && message.startsWith('The chain can’t be read')
}

/** Sends requests, and passes the ids of created resources to later ones. */
async function openShop(api: MerchantApi) {
  const key = await api.newKey(mode)
  const known = new Map([
    ['customers', await addCustomers(api.table)],
    ['events', await addEvents(api.table)],
    ['paid_sessions', await addPaidSessions(api.table)],
  ])
  const idAt = ({ resource, place }: Reference) => {
    const ids = known.get(resource) ?? []
    return ids[place % Math.max(1, ids.length)] ?? 'nothing'
  }
  const resolve = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    const found = reference.safeParse(value)
    return found.success ? idAt(found.data) : value
  }
  return {
    async send(request: FuzzedRequest): Promise<Outcome> {
      const endpoint: Operation = merchantOperations[request.operation]
      const query = new URLSearchParams()
      for (const [name, value] of request.query) query.append(name, String(resolve(value)))
      const id = String(resolve(request.id))
      const options = {
        id,
        key,
        query: query.toString(),
        headers: request.headers,
        ...bodyOf(request, resolve),
      }
      const response = await call(api, endpoint, options)
      for (const [resource, found] of idsIn(endpoint, response)) {
        known.set(resource, [...(known.get(resource) ?? []), found].slice(-30))
      }
      return { response, sent: JSON.stringify(options) }
    },
  }
}

/** Each can be erased once. */
async function addCustomers(table: Table): Promise<string[]> {
  const bytes = seededBytes('fuzz customers')
  const ids = Array.from({ length: 60 }, () => newId('customer', createdAt, bytes))
  for (const id of ids) {
    const email = `${id}@shop.example`
    const customer = { mode, id, email, metadata: null, createdAt, updatedAt: createdAt }
    await transact(table, customerCreation(customer))
  }
  return ids
}

/** Events come from payments, of which there are none here. */
async function addEvents(table: Table): Promise<string[]> {
  const bytes = seededBytes('fuzz')
  const session = aSession({ closedAt: createdAt })
  const data = {
    ...presentCheckoutSession(session, { baseUrl: 'https://pay.example' }),
    sequence: 1,
  }
  const events = eventTypes.map((type, second) => {
    const at = later(second)
    return { id: newId('event', at, bytes), mode, type, sessionId: session.id, data, createdAt: at }
  })
  await transact(table, events.map(eventCreation))
  return events.map(({ id }) => id)
}

/** Nor is there anything to refund. */
async function addPaidSessions(table: Table): Promise<string[]> {
  const bytes = seededBytes('fuzz paid')
  const received = { seenBase: 10n ** 18n, confirmedBase: 10n ** 18n, confirmations: 3 }
  const lock = { ...aSession().lock, decimals: 18 }
  const sessions = Array.from({ length: 5 }, () =>
    aSession({
      id: newId('checkoutSession', createdAt, bytes),
      mode,
      status: 'overpaid',
      closedAt: createdAt,
      received,
      lock,
    }),
  )
  await transact(
    table,
    sessions.map((session) => sessionCreation(session, createdAt)),
  )
  return sessions.map(({ id }) => id)
}

const reference = z.strictObject({ resource: z.string(), place: z.int() })

function bodyOf({ body, raw }: FuzzedRequest, resolve: (value: unknown) => unknown) {
  if (raw !== undefined) return { body: raw, contentType: 'application/json' }
  if (body === undefined) return {}
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  if (!isObject) return { body: JSON.stringify(body) }
  const fields = Object.entries(body).map(([name, value]) => [name, resolve(value)])
  return { body: JSON.stringify(Object.fromEntries(fields)) }
}

const identified = z.object({ id: z.string() })
const listed = z.object({ data: z.array(identified) })

/** The ids in a response that later requests can use. */
function idsIn({ path, method }: Operation, { status, json }: ApiResponse): [string, string][] {
  const resource = path.split('/')[3] ?? ''
  if (status >= 300 || method === 'DELETE' || path.endsWith('/test')) return []
  const page = listed.safeParse(json)
  if (page.success) return page.data.data.slice(0, 3).map(({ id }) => [resource, id])
  const one = identified.safeParse(json)
  return one.success ? [[resource, one.data.id]] : []
}
