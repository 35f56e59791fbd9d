import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newId } from '../../shared/kernel/ids.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { event as eventSchema, presentEvent } from '../../shared/merchant/events/wire/event.ts'
import { sessionPairs } from '../../shared/payments/checkout-sessions/store/session-pairs.ts'
import { sessionCreation } from '../../shared/payments/checkout-sessions/store/sessions.ts'
import { customerSession } from '../../shared/payments/checkout-sessions/store/sessions-of-customer.ts'
import { presentCheckoutSession } from '../../shared/payments/checkout-sessions/wire/checkout-session.ts'
import { type Event, type EventType, eventTypes } from '../../shared/records/outbox/rules/event.ts'
import { eventCreation, syntheticEventCreation } from '../../shared/records/outbox/store/events.ts'
import { errorOf } from '../../test/api-event.ts'
import { aSession, later } from '../../test/factories.ts'
import { newApiKey } from '../../test/saved-instance.ts'
import { seededBytes } from '../../test/seeded-bytes.ts'
import { invokeApi, serviceFunctions } from '../../test/service-functions.ts'
import { pageOf, walkList } from '../../test/walk-list.ts'
import { serve as serveGetEvent } from './get-event.ts'
import { serve as serveListEvents } from './list-events.ts'

const bytes = seededBytes('events')
const sessionIds = [
  'cs_01JD8Z3K000000000000000000',
  'cs_01JD8Z3K000000000000000001',
  'cs_01JD8Z3M000000000000000000',
] as const
const baseUrl = 'https://pay.example'

const owners: Record<string, { linkId: string | null; customerId: string; plan: string }> = {
  [sessionIds[0]]: { linkId: 'pl_a', customerId: 'cus_ana', plan: 'pro' },
  [sessionIds[1]]: { linkId: 'pl_a', customerId: 'cus_ben', plan: 'pro' },
  [sessionIds[2]]: { linkId: null, customerId: 'cus_ana', plan: 'free' },
}

function eventAt(seconds: number, changes: Partial<Event> = {}): Event {
  const createdAt = later(seconds)
  const { sessionId = sessionIds[0] } = changes
  const session = aSession({ id: sessionId, metadata: { huge: 1e21, text: 'ü' } })
  return {
    id: newId('event', createdAt, bytes),
    mode: 'test',
    type: 'session.paid',
    sessionId,
    linkId: owners[sessionId]?.linkId,
    data: { ...presentCheckoutSession(session, { baseUrl }), sequence: 2 },
    createdAt,
    ...changes,
  }
}

async function fixture(events: readonly Event[] = []) {
  const { table, config } = await serviceFunctions({ RATE_LIMIT_PER_MINUTE: '100000' })
  if (events.length > 0) await transact(table, events.map(eventCreation))
  for (const [id, { linkId, customerId, plan }] of Object.entries(owners)) {
    const session = aSession({ id, linkId, metadata: { plan } })
    const writes = [sessionCreation(session, session.expiresAt), ...sessionPairs(session)]
    await transact(table, [...writes, customerSession(session, customerId)])
  }
  const key = await newApiKey(table, 'test')
  const [list, get] = [serveListEvents(config), serveGetEvent(config)]
  return {
    table,
    list: (query = '') => invokeApi(list, { path: '/events', key, query }),
    get: (id: string) => invokeApi(get, { path: '/events/{id}', id, key }),
  }
}

const newestFirst = (events: readonly Event[]) =>
  events
    .map(({ id }) => id)
    .sort()
    .reverse()

describe('an event', () => {
  it('has the body that its deliveries sent', async () => {
    const event = eventAt(0)
    const { get } = await fixture([event])
    const response = await get(event.id)
    expect(response.statusCode).toBe(200)
    expect(JSON.parse(response.body)).toEqual(presentEvent(event))
    expect(eventSchema.parse(JSON.parse(response.body)).data).toMatchObject({ sequence: 2 })
  })

  it('sent to test an endpoint is found by its id, but not listed', async () => {
    const event = eventAt(0)
    event.data['synthetic'] = true
    const { get, list, table } = await fixture([eventAt(1)])
    await transact(table, [syntheticEventCreation(event)])
    expect(JSON.parse((await get(event.id)).body)).toMatchObject({ data: { synthetic: true } })
    for (const query of ['', `type=${event.type}`, `sessionId=${event.sessionId}`]) {
      expect(pageOf(await list(query)).data).toHaveLength(1)
    }
  })
})

describe('filters', () => {
  const seconds = fc.integer({ min: 0, max: 8 })
  const type = fc.constantFrom(...eventTypes)
  const filter = fc.record({
    type,
    sessionId: fc.constantFrom(...sessionIds, 'cs_none'),
    linkId: fc.constantFrom('pl_a', 'pl_b'),
    customerId: fc.constantFrom('cus_ana', 'cus_ben'),
    'metadata[plan]': fc.constantFrom('pro', 'free'),
    createdAfter: seconds,
    createdBefore: seconds,
  })
  type Filter = Partial<{
    type: EventType
    sessionId: string
    linkId: string
    customerId: string
    'metadata[plan]': string
    createdAfter: number
    createdBefore: number
  }>

  const ownerOf = ({ sessionId }: Event) => owners[sessionId]

  const passes = (event: Event, wanted: Filter) =>
    (wanted.type === undefined || event.type === wanted.type) &&
    (wanted.sessionId === undefined || event.sessionId === wanted.sessionId) &&
    (wanted.linkId === undefined || ownerOf(event)?.linkId === wanted.linkId) &&
    (wanted.customerId === undefined || ownerOf(event)?.customerId === wanted.customerId) &&
    (wanted['metadata[plan]'] === undefined || ownerOf(event)?.plan === wanted['metadata[plan]']) &&
    (wanted.createdAfter === undefined || event.createdAt >= later(wanted.createdAfter)) &&
    (wanted.createdBefore === undefined || event.createdAt <= later(wanted.createdBefore))

  const queryOf = ({ createdAfter, createdBefore, ...rest }: Filter) => ({
    ...rest,
    ...(createdAfter !== undefined && { createdAfter: later(createdAfter).toISOString() }),
    ...(createdBefore !== undefined && { createdBefore: later(createdBefore).toISOString() }),
  })

  const names = [
    'type',
    'sessionId',
    'linkId',
    'customerId',
    'metadata[plan]',
    'createdAfter',
    'createdBefore',
  ] as const
  const combinations = Array.from({ length: 2 ** names.length }, (_, bits) =>
    names.filter((_name, index) => bits & (1 << index)),
  ).filter(({ length }) => length < 4)

  it('return exactly what a model returns, in every combination of up to three', async () => {
    const seed = 20260301
    const row = fc.record({ at: seconds, type, sessionId: fc.constantFrom(...sessionIds) })
    const [rows = []] = fc.sample(fc.array(row, { minLength: 70, maxLength: 70 }), {
      seed,
      numRuns: 1,
    })
    const events = rows.map(({ at, ...changes }) => eventAt(at, changes))
    const { list } = await fixture(events)
    for (const combination of combinations) {
      const limits = fc.integer({ min: 3, max: 30 })
      const property = fc.asyncProperty(filter, limits, async (all, limit) => {
        const wanted = Object.fromEntries(combination.map((name) => [name, all[name]]))
        const expected = newestFirst(events.filter((event) => passes(event, wanted)))
        expect(await walkList(list, queryOf(wanted), { limit })).toEqual(expected)
      })
      await fc.assert(property, { seed, numRuns: 2 })
    }
  })
})

describe('400', () => {
  it.each([
    ['type=session.created', 'parameter_invalid', 'type'],
    ['type=', 'parameter_invalid', 'type'],
    ['sessionId=', 'parameter_invalid', 'sessionId'],
    ['metadata=1001', 'parameter_invalid', 'metadata'],
    ['linkId=', 'parameter_invalid', 'linkId'],
  ])('%s', async (query, code, param) => {
    const { list } = await fixture()
    expect(errorOf(await list(query))).toMatchObject({ status: 400, code, param })
  })

  it('if more than 100 sessions match, unless the others narrow them', async () => {
    const { list, table } = await fixture()
    for (let n = 0; n < 101; n++) {
      const at = later(n)
      const id = newId('checkoutSession', at, bytes)
      const session = aSession({ id, linkId: n ? 'pl_b' : 'pl_c', metadata: { plan: 'team' } })
      const writes = [sessionCreation(session, session.expiresAt), ...sessionPairs(session)]
      await transact(table, [...writes, customerSession(session, 'cus_ana')])
    }
    for (const [query, param] of [
      ['customerId=cus_ana', 'customerId'],
      ['metadata[plan]=team', 'metadata'],
    ] as const) {
      const message = expect.stringContaining(`${param} matches more than 100 sessions`)
      expect(errorOf(await list(query))).toMatchObject({
        code: 'parameter_invalid',
        param,
        message,
      })
    }
    expect((await list('customerId=cus_ana&linkId=pl_c')).statusCode).toBe(200)
    expect((await list(`customerId=cus_ana&sessionId=${sessionIds[0]}`)).statusCode).toBe(200)
  })
})
