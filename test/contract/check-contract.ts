import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { functions } from '../../infra/functions.ts'
import type { ErrorCode } from '../../shared/kernel/errors.ts'
import type { Mode } from '../../shared/kernel/mode.ts'
import { isIdempotent, type Operation, scopeOf } from '../../shared/kernel/operation/operation.ts'
import { type Scope, scopes } from '../../shared/kernel/scopes.ts'
import { errorBody } from '../../shared/kernel/wire/error.ts'
import { merchantOperations } from '../../shared/merchant-operations.ts'
import { eventually } from '../eventually.ts'
import { type ApiResponse, type Call, call } from './api-client.ts'
import { errorIn } from './check-response.ts'
import { sendRaw } from './raw-request.ts'

/** A service that keeps the contract. */
export type Contractor = {
  baseUrl: string
  apiKeys: Record<Mode, string>
  newKey: (mode: Mode, scopes: readonly Scope[]) => Promise<string>
  /** Has something happen to a session. */
  makeEvent: (mode: Mode) => Promise<unknown>
  /** The id of a session that received 0.5 ETH or more. */
  paidSession: (mode: Mode) => Promise<string>
}

const operations: readonly Operation[] = Object.values(merchantOperations)
const withBody = operations.filter(({ docs }) => docs.example)
const withId = operations.filter(({ path }) => path.includes('{id}'))
const lists = operations.filter(
  ({ method, path }) => method === 'GET' && withId.some((one) => one.path === `${path}/{id}`),
)
const mutating = operations.filter(isIdempotent)

const sampleOf = ({ docs }: Operation) => docs.example ?? {}

const paid = new Map<Mode, Promise<string>>()

/** The sample, about a payment that exists. */
async function bodyOf(row: Operation, mode: Mode = 'test'): Promise<Record<string, unknown>> {
  if (row.name === 'redeliver-event') {
    const endpointId = unsubscribed.get(mode) ?? unsubscribedEndpoint(mode)
    unsubscribed.set(mode, endpointId)
    return { endpointId: await endpointId }
  }
  if (row.name !== 'create-refund') return sampleOf(row)
  const sessionId = paid.get(mode) ?? place.paidSession(mode)
  paid.set(mode, sessionId)
  return { ...sampleOf(row), sessionId: await sessionId }
}

/** They can be called once for each resource, or not again while the first one is under way. */
const once = ['update-refund', 'cancel-refund', 'expire-checkout-session', 'redeliver-event']
const rootOf = ({ path }: Operation) => path.split('/')[3] ?? ''

let place: Contractor
const made = new Map<string, Promise<string>>()

const unsubscribed = new Map<Mode, Promise<string>>()

/** An endpoint that events are sent to only by request: an attempt of another's may be under way. */
async function unsubscribedEndpoint(mode: Mode): Promise<string> {
  const { createWebhookEndpoint } = merchantOperations
  const body = { ...sampleOf(createWebhookEndpoint), events: ['session.underpaid'] }
  const response = await call(place, createWebhookEndpoint, { key: place.apiKeys[mode], body })
  return z.object({ id: z.string() }, response.text).parse(response.json).id
}

/** The id of a resource for the operation; a new one each time for what can be done only once to each. */
async function existingId(operation: Operation, mode: Mode = 'test'): Promise<string> {
  if (!operation.path.includes('{id}')) return ''
  const root = rootOf(operation)
  if (operation.method === 'DELETE' || once.includes(operation.name)) return newId(root, mode)
  return knownId(root, mode)
}

/** The id of a resource that is made once. */
async function knownId(root: string, mode: Mode): Promise<string> {
  const key = `${mode} ${root}`
  const id = made.get(key) ?? newId(root, mode)
  made.set(key, id)
  return id
}

/** Creates or finds a resource as a caller would. */
async function newId(root: string, mode: Mode): Promise<string> {
  const key = place.apiKeys[mode]
  const creation = operations.find(
    ({ path, method }) => path === `/api/v1/${root}` && method === 'POST',
  )
  if (!creation) return foundId(root, mode)
  const response = await call(place, creation, { key, body: await bodyOf(creation, mode) })
  return z.object({ id: z.string() }, response.text).parse(response.json).id
}

/** Events and customers come of other things: a session with a new email, to which something happens. */
async function foundId(root: string, mode: Mode): Promise<string> {
  const key = place.apiKeys[mode]
  const { createCheckoutSession } = merchantOperations
  const body = { ...sampleOf(createCheckoutSession), customerEmail: `${randomUUID()}@example.com` }
  await call(place, createCheckoutSession, { key, body })
  await place.makeEvent(mode)
  const list = { method: 'GET', path: `/api/v1/${root}` } as const
  const [first] = await eventually(
    async () => listed.parse((await call(place, list, { key })).json).data,
    (found) => found.length > 0,
    { what: `a first one of ${root}` },
  )
  return first?.id ?? ''
}

const listed = z.object({ data: z.array(z.object({ id: z.string() })) })

/** A call that succeeds, with `changes` laid over it. */
async function callWith(row: Operation, changes: Call = {}): Promise<ApiResponse> {
  const sample = row.docs.example
  return call(place, row, {
    id: changes.id ?? (await existingId(row)),
    key: place.apiKeys.test,
    ...(sample && { body: await bodyOf(row) }),
    ...changes,
  })
}

/** Calls that have the same key; the second one with another body, if there is one. */
async function callTwice(row: Operation, other?: Record<string, unknown>) {
  const id = await existingId(row)
  const body = row.docs.example && (await bodyOf(row))
  const given = { id, idempotencyKey: randomUUID(), ...(body && { body }) }
  const first = await callWith(row, given)
  return { first, again: await callWith(row, { ...given, ...(other && { body: other }) }) }
}

function expectError(response: ApiResponse, code: ErrorCode, param?: string): void {
  const error = errorIn(response)
  expect(error.code).toBe(code)
  if (param !== undefined) expect(error.param).toBe(param)
}

/** A valid body that differs from the sample. */
function otherBody(row: Operation): Record<string, unknown> {
  const sample = sampleOf(row)
  if ('title' in sample) return { ...sample, title: 'Another title' }
  if ('amount' in sample) return { ...sample, amount: { value: '11.00', currency: 'USD' } }
  if ('events' in sample) return { ...sample, events: ['session.underpaid'] }
  if ('endpointId' in sample) return { endpointId: `${sample['endpointId']}2` }
  return { ...sample, metadata: { note: 'another' } }
}

/** The checkout page's POST requests. */
const pagePosts = Object.values(functions).flatMap(({ trigger }) => {
  const isPost = trigger.kind === 'route' && trigger.method === 'POST'
  const isOfPage = isPost && trigger.path.startsWith('/api/checkout/')
  return isOfPage ? [trigger.path.replace(/\{\w+\}/, 'x')] : []
})

/** Every operation of merchants, called right and wrong. */
export function checkContract(
  open: () => Promise<Contractor & { stop: () => Promise<void> }>,
): void {
  let stop = async () => {}

  beforeAll(async () => {
    const opened = await open()
    place = opened
    stop = opened.stop
    made.clear()
    paid.clear()
    unsubscribed.clear()
  })

  afterAll(() => stop())

  describe.each(operations)('$name', (row) => {
    it('responds with its schema, status and headers', async () => {
      const response = await callWith(row)
      expect(response.status, response.text).toBe(row.success.status)
      expect(row.success.schema.parse(response.json)).toEqual(response.json)
      for (const name of [
        'x-request-id',
        'x-ratelimit-limit',
        'x-ratelimit-remaining',
        'x-ratelimit-reset',
      ]) {
        expect(response.headers.get(name), name).toMatch(/./)
      }
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
    })

    it('requires a known key', async () => {
      const path = row.path.replace('{id}', await existingId(row))
      const { method } = row
      const bare = await fetch(`${place.baseUrl}${path}`, { method })
      expect(bare.status).toBe(401)
      for (const key of ['', 'ck_test_', `ck_test_${'0'.repeat(32)}`, 'sk_live_abc']) {
        expectError(await callWith(row, { key }), 'unauthenticated')
      }
    })

    it('requires its scope, and no other', async () => {
      const scope = scopeOf(row)
      const others = scopes.filter((other) => other !== scope)
      if (scope) {
        const key = await place.newKey('test', others)
        expectError(await callWith(row, { key }), 'insufficient_scope')
      }
      const fitting = await callWith(row, {
        key: await place.newKey('test', [scope ?? 'customers:write']),
      })
      expect(fitting.status, fitting.text).toBe(row.success.status)
    })

    it('refuses an unknown query parameter', async () => {
      expectError(await callWith(row, { query: 'colour=red' }), 'parameter_unknown', 'colour')
    })
  })

  describe.each(withId)('$name by id', (row) => {
    it('finds neither the other mode’s nor unknown ids, and tells no difference', async () => {
      const foreign = await existingId(row, 'live')
      const unknown = 'cs_00000000000000000000000000'
      for (const id of [foreign, 'nothing', unknown, '%00', 'a'.repeat(300)]) {
        expectError(await callWith(row, { id }), 'resource_not_found')
      }
      const messageOf = async (id: string) =>
        errorIn(await callWith(row, { id })).message.replace(id, '')
      expect(await messageOf(foreign)).toBe(await messageOf(unknown))
    })
  })

  describe.each(lists)('$name', (row) => {
    it('shows what its mode has, and nothing of the other', async () => {
      const id = await knownId(rootOf(row), 'live')
      const idsOf = async (mode: Mode) => {
        const { json } = await call(place, row, { key: place.apiKeys[mode] })
        return listed.parse(json).data.map((one) => one.id)
      }
      expect(await idsOf('live')).toContain(id)
      expect(await idsOf('test')).not.toContain(id)
    })
  })

  describe.each(withBody)('$name with a body', (row) => {
    const sample = sampleOf(row)
    const required = z
      .object({ required: z.array(z.string()).default([]) })
      .parse(z.toJSONSchema(row.body, { io: 'input', unrepresentable: 'any' })).required

    it('refuses an unknown field', async () => {
      expectError(
        await callWith(row, { body: { ...sample, colour: 'red' } }),
        'parameter_unknown',
        'colour',
      )
    })

    it('names the required field that is missing', async () => {
      for (const field of required) {
        const { [field]: _, ...rest } = sample
        expectError(await callWith(row, { body: rest }), 'parameter_missing', field)
      }
    })

    it('names the field of a wrong type', async () => {
      for (const field of Object.keys(sample)) {
        for (const wrong of [true, 7, { wrong: { deep: true } }, [[1]]]) {
          const response = await callWith(row, { body: { ...sample, [field]: wrong } })
          if (response.status === row.success.status) continue
          const { error } = errorBody.parse(response.json)
          expect([response.status, error.type]).toEqual([400, 'invalid_request'])
          expect(error.param?.split('.')[0], JSON.stringify(wrong)).toBe(field)
        }
        const everyTypeAtOnce = await callWith(row, {
          body: { ...sample, [field]: { wrong: [{}] } },
        })
        expect(everyTypeAtOnce.status).toBe(400)
      }
    })

    it('accepts only one JSON object of a bounded size', async () => {
      expectError(
        await callWith(row, { body: 'title=x', contentType: 'application/x-www-form-urlencoded' }),
        'unsupported_media_type',
      )
      expectError(await callWith(row, { body: '{"title": ' }), 'malformed_json')
      const large = JSON.stringify({ ...sample, colour: 'x'.repeat(70 * 1024) })
      expectError(await callWith(row, { body: large }), 'body_too_large')
      for (const body of ['[]', '"text"', 'null', '7']) {
        expect((await callWith(row, { body })).status).toBe(400)
      }
    })
  })

  describe.each(mutating)('$name with an Idempotency-Key', (row) => {
    it('runs once and returns the same bytes twice', async () => {
      const { first, again } = await callTwice(row)
      expect(first.status, first.text).toBe(row.success.status)
      expect(first.headers.get('idempotent-replayed')).toBeNull()
      expect(again.headers.get('idempotent-replayed')).toBe('true')
      expect([again.status, again.text]).toEqual([first.status, first.text])
    })

    it('refuses the same key for another body, and an invalid key', async () => {
      const { first, again } = await callTwice(row, otherBody(row))
      expect(first.status, first.text).toBe(row.success.status)
      expectError(again, 'idempotency_key_reused')
      expectError(
        await callWith(row, { idempotencyKey: 'x'.repeat(256) }),
        'idempotency_key_invalid',
      )
    })
  })

  describe('paths and methods', () => {
    it('are 404 if the path is unknown, and 405 if the method is', async () => {
      const key = place.apiKeys.test
      expectError(
        await call(place, { method: 'GET', path: '/api/v1/nothing' }, { key }),
        'route_not_found',
      )
      for (const path of new Set(operations.map((operation) => operation.path))) {
        const methods = operations.filter((o) => o.path === path).map((o) => o.method)
        const other = (['DELETE', 'PATCH'] as const).find((method) => !methods.includes(method))
        if (!other) continue
        const response = await call(place, { method: other, path }, { key, id: 'x' })
        expectError(response, 'method_not_allowed')
        expect(response.headers.get('allow')?.split(', ')).toEqual(expect.arrayContaining(methods))
      }
    })
  })

  describe.each(pagePosts)('POST %s', (path) => {
    it('refuses requests from other sites', async () => {
      const head = [
        `POST ${path} HTTP/1.1`,
        'Content-Type: application/json',
        'Sec-Fetch-Site: cross-site',
      ]
      expectError(await sendRaw(place.baseUrl, { head, body: '{}' }), 'insufficient_scope')
    })
  })
}
