import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { aroundAwsCalls } from '../../../test/aws-calls.ts'
import { aSession, createdAt, later } from '../../../test/factories.ts'
import { providerHarness } from '../../../test/provider-harness.ts'
import { seededBytes } from '../../../test/seeded-bytes.ts'
import { testTable } from '../../../test/test-table.ts'
import { newId } from '../../kernel/ids.ts'
import { queryAll } from '../../kernel/store/query.ts'
import { noteShards } from '../../kernel/store/shard-count.ts'
import type { Table } from '../../kernel/store/table.ts'
import { transact } from '../../kernel/store/transact.ts'
import { update } from '../../kernel/store/writes.ts'
import { sessionCreation } from '../../payments/checkout-sessions/store/sessions.ts'
import { type EventType, eventTypes } from '../../records/outbox/rules/event.ts'
import { eventCreation } from '../../records/outbox/store/events.ts'
import { keepStatistics, settledMs } from './keep-statistics.ts'
import { readStatistics } from './read-statistics.ts'
import { countOf, type DayStatistics, withFacts } from './rules/day-statistics.ts'
import { daysBetween } from './store/day-statistics.ts'

const mode = 'test'
const randomBytes = seededBytes('statistics')
const hourMs = 3_600_000

const after = (ms: number) => new Date(createdAt.getTime() + ms)

type Fact = { at: Date; type: EventType | 'created'; amount: string; currency: string }

async function record(table: Table, { at, type, ...fiat }: Fact): Promise<void> {
  const id = newId('checkoutSession', at, randomBytes)
  const event = { id: newId('event', at, randomBytes), mode, sessionId: id, createdAt: at } as const
  const session = aSession({ id, fiat, createdAt: at })
  const write =
    type === 'created'
      ? sessionCreation(session, session.expiresAt)
      : eventCreation({ ...event, type, data: { fiat } })
  expect(await transact(table, [write])).toEqual({ committed: true })
}

function expectedDays(facts: readonly Fact[]) {
  const counted = facts.flatMap(({ at, type, ...fiat }) => {
    const name = type === 'created' ? type : countOf(type)
    return name ? [{ at, name, fiat }] : []
  })
  return withFacts(undefined, counted, after(1e12)).map(withoutUntil)
}

const withoutUntil = ({ until, ...day }: DayStatistics) => day

async function storedDays(table: Table) {
  return (await daysBetween(table, mode, { from: '2000', to: '2100' })).map(withoutUntil)
}

const fact = fc.record({
  at: fc.integer({ min: 0, max: 60 * hourMs }).map(after),
  type: fc.constantFrom('created' as const, ...eventTypes),
  amount: fc.constantFrom('0.01', '25', '19.9', '999999999999.99'),
  currency: fc.constantFrom('USD', 'EUR'),
})

/** Fails the nth write of a day, before or after it took effect. */
function failing(nth: number, isDone: boolean) {
  let writes = 0
  return async <Result>(
    { operation }: { operation: string },
    send: () => Promise<Result>,
  ): Promise<Result> => {
    if (operation !== 'PutItem' || writes++ !== nth) return send()
    if (isDone) await send()
    throw new Error('the process dies')
  }
}

it('counts everything once, however runs overlap, repeat and die at each write', async () => {
  const run = fc.record({
    waitMs: fc.integer({ min: 0, max: 30 * hourMs }),
    pageSize: fc.integer({ min: 2, max: 9 }),
    diesAt: fc.option(fc.integer({ min: 0, max: 4 })),
    isDone: fc.boolean(),
    isDoubled: fc.boolean(),
  })
  const property = fc.asyncProperty(
    fc.array(fact, { maxLength: 25 }),
    fc.array(run, { minLength: 1, maxLength: 6 }),
    async (facts, runs) => {
      const table = await testTable()
      // What happens is written in any order, up to the time that a function takes after its id.
      let waiting = [...facts]
      const happenUntil = async (to: Date) => {
        for (const one of waiting.filter(({ at }) => at <= to)) await record(table, one)
        waiting = waiting.filter(({ at }) => at > to)
      }
      let at = createdAt
      for (const { waitMs, diesAt, isDone, isDoubled, pageSize } of runs) {
        at = new Date(at.getTime() + waitMs)
        await happenUntil(at)
        const keep = () =>
          keepStatistics({ table, now: () => at }, mode, { maxPages: 100, pageSize })
        const dying = diesAt === null ? keep() : aroundAwsCalls(failing(diesAt, isDone), keep)
        await Promise.allSettled([dying, isDoubled && keep()])
      }
      await happenUntil(after(100 * hourMs))
      const last = { table, now: () => after(100 * hourMs) }
      await keepStatistics(last, mode)
      expect(await storedDays(table)).toMatchObject(expectedDays(facts))
      expect(await keepStatistics(last, mode)).toBe(0)
    },
  )
  await fc.assert(property, { seed: 7, numRuns: 15, endOnFailure: true })
})

it('leaves the last two minutes to later runs, and readers count them', async () => {
  const table = await testTable()
  const of = { amount: '5.00', currency: 'USD' }
  const at = after(0)
  await record(table, { at, type: 'created', ...of })
  const keep = (ms: number) => keepStatistics({ table, now: () => after(ms) }, mode)
  const today = async (ms: number) =>
    (await readStatistics({ table, now: () => after(ms) }, mode, 30)).at(-1)?.counts
  expect(await keep(settledMs)).toBe(0)
  expect(await storedDays(table)).toEqual([])
  expect(await today(1)).toMatchObject({ created: 1, paid: 0 })
  expect(await keep(settledMs + 1)).toBe(1)
  await record(table, { at: after(settledMs), type: 'session.paid', ...of })
  expect(await today(settledMs + 1)).toMatchObject({ created: 1, paid: 1 })
  const days = await readStatistics({ table, now: () => after(25 * hourMs) }, mode, 30)
  expect(days).toHaveLength(30)
  expect(days.map(({ counts }) => counts.created).slice(-3)).toEqual([0, 1, 0])
})

it('writes a day once for all that a run counts, and nothing if there is nothing', async () => {
  const table = await testTable()
  // A process keeps it for five minutes.
  noteShards(table, mode, null)
  const operations: string[] = []
  const noting = (at: Date) =>
    aroundAwsCalls(
      ({ operation }, send) => {
        operations.push(operation)
        return send()
      },
      () => keepStatistics({ table, now: () => at }, mode),
    )
  for (let n = 0; n < 50; n++)
    await record(table, { at: after(n), type: 'created', amount: '1', currency: 'USD' })
  await noting(after(hourMs))
  expect(operations).toEqual(['Query', 'Query', 'Query', 'UpdateItem'])
  operations.length = 0
  await noting(after(2 * hourMs))
  expect(operations).toEqual(['Query', 'Query', 'Query'])
})

it('counts nothing for an event that only a newer version knows, and continues', async () => {
  const table = await testTable()
  const fiat = { amount: '10', currency: 'USD' }
  await record(table, { at: after(0), type: 'session.paid', ...fiat })
  await record(table, { at: after(1), type: 'session.expired', ...fiat })
  await record(table, { at: after(2), type: 'session.paid', ...fiat })
  const query = { index: 'list', partition: 'test#events' } as const
  const rows = await queryAll(table, query, z.looseObject({ pk: z.string(), sk: z.string() }))
  const unknown = rows.find((row) => row['type'] === 'session.expired')
  if (!unknown) throw new Error('one has expired')
  await transact(table, [update({ pk: unknown.pk, sk: unknown.sk }, { type: 'session.parked' })])
  const now = () => after(settledMs + 1000)
  expect(await keepStatistics({ table, now }, mode)).toBe(2)
  expect(await storedDays(table)).toMatchObject([{ counts: { paid: 2, expired: 0 } }])
})

it('takes off what a provider gave back of a payment, once it says that it was all', async () => {
  const table = await testTable()
  const providers = providerHarness(table)
  const { session } = await providers.orderedSession()
  await providers.report(session)
  await providers.report(session, { paymentId: 'pay_2' })
  await providers.report(session, { paymentId: 'pay_2', state: 'refunded' })
  await providers.report(session, { state: 'partly_refunded' })
  const takenBy = async (seconds: number) => {
    await keepStatistics({ table, now: () => later(seconds) }, mode)
    const [day] = await storedDays(table)
    return { count: day?.counts.refunded, ...day?.volumes['USD'] }
  }
  expect(await takenBy(200)).toMatchObject({ count: 1, completed: 2500n, refunded: 0n })
  providers.passTo(300)
  await providers.report(session, { state: 'refunded' })
  expect(await takenBy(500)).toMatchObject({ count: 2, completed: 2500n, refunded: 2500n })
})
