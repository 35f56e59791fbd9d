import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { later } from '../../../../test/factories.ts'
import { seededBytes } from '../../../../test/seeded-bytes.ts'
import { testTable } from '../../../../test/test-table.ts'
import { aWebhookEndpoint, saveDelivery } from '../../../../test/webhook-fixture.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Key } from '../../../kernel/store/keys.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { transact } from '../../../kernel/store/transact.ts'
import { settleAttempt, takeLease } from '../../../merchant/webhooks/store/delivery-leases.ts'
import type { DeliveryAttempt } from '../rules/delivery-attempt.ts'
import { cancelled, newDelivery, type WebhookDelivery } from '../rules/webhook-delivery.ts'
import { deliveryWrite, loadDelivery, replaceDelivery } from './deliveries.ts'
import { attemptAddition, listAttempts, listAttemptsAtEndpoint } from './delivery-attempts.ts'
import { listDeliveriesOfEndpoint, undeliveredSince } from './delivery-lists.ts'
import { outboxKeys } from './keys.ts'
import { overdueDeliveries } from './overdue-deliveries.ts'

const bytes = seededBytes('deliveries')
const endpoint = aWebhookEndpoint({ url: 'https://shop.example', at: later(0) }, bytes)

/** The writes of one attempt, as taken or, with an outcome, as settled. */
function attemptOf(delivery: WebhookDelivery, slot = 0, statusCode?: number) {
  const slotUntil = { number: slot, deliveryId: delivery.id, since: later(1), until: later(31) }
  const outcome =
    statusCode === undefined
      ? ({ kind: 'unknown', until: later(31) } as const)
      : ({ kind: 'responded', statusCode, body: '' } as const)
  const attempt: DeliveryAttempt = {
    deliveryId: delivery.id,
    mode: 'test',
    number: 1,
    startedAt: later(1),
    latencyMs: statusCode === undefined ? null : 12,
    url: endpoint.url,
    requestHeaders: { 'content-type': 'application/json' },
    outcome,
    nextAttemptAt: null,
  }
  const next = { ...delivery, version: delivery.version + 1 }
  return { delivery: next, from: delivery.version, attempt, slot: slotUntil }
}

it('gives the lease of a delivery to one of many, with a slot of its own', async () => {
  const table = await testTable()
  const delivery = await saveDelivery(table, { endpoint, at: later(0) }, bytes)
  const takers = [0, 1, 2, 3].map((slot) => takeLease(table, attemptOf(delivery, slot)))
  expect((await Promise.all(takers)).sort()).toEqual(['outdated', 'outdated', 'outdated', 'taken'])
  expect(await listAttempts(table, { mode: 'test', deliveryId: delivery.id })).toHaveLength(1)
  expect(await listAttemptsAtEndpoint(table, { mode: 'test', endpointId: endpoint.id })).toEqual([])
})

it('lets no two deliveries have the same slot before it is given back or ran out', async () => {
  const table = await testTable()
  const [one, other] = [
    await saveDelivery(table, { endpoint, at: later(0) }, bytes),
    await saveDelivery(table, { endpoint, at: later(0) }, bytes),
  ]
  expect(await takeLease(table, attemptOf(one))).toBe('taken')
  expect(await takeLease(table, attemptOf(other))).toBe('slot_taken')
  const taken = attemptOf(one).delivery
  expect(await settleAttempt(table, attemptOf(taken, 0, 200))).toBe(true)
  expect(await takeLease(table, attemptOf(other))).toBe('taken')
  const log = await listAttemptsAtEndpoint(table, { mode: 'test', endpointId: endpoint.id })
  expect(log).toEqual([attemptOf(one, 0, 200).attempt])
})

it('writes the log of a late worker and leaves the delivery to the worker that took over', async () => {
  const table = await testTable()
  const delivery = await saveDelivery(table, { endpoint, at: later(0) }, bytes)
  await takeLease(table, attemptOf(delivery))
  const taken = attemptOf(delivery).delivery
  expect(await replaceDelivery(table, { delivery: { ...taken, version: 3 }, from: 2 })).toBe(true)
  expect(await settleAttempt(table, attemptOf(taken, 0, 200))).toBe(false)
  expect(await loadDelivery(table, 'test', delivery.id)).toEqual({ ...taken, version: 3 })
  const [line] = await listAttempts(table, { mode: 'test', deliveryId: delivery.id })
  expect(line?.outcome).toEqual({ kind: 'responded', statusCode: 200, body: '' })
})

it("writes what a late worker found out where its slot is another's by now, and leaves that alone", async () => {
  const table = await testTable()
  const one = await saveDelivery(table, { endpoint, at: later(0) }, bytes)
  const other = await saveDelivery(table, { endpoint, at: later(0) }, bytes)
  await takeLease(table, attemptOf(one))
  const next = attemptOf(other)
  const slot = { ...next.slot, since: later(31), until: later(61) }
  expect(await takeLease(table, { ...next, slot })).toBe('taken')
  const settled = attemptOf(attemptOf(one).delivery, 0, 200)
  expect(await settleAttempt(table, settled)).toBe(true)
  expect(await loadDelivery(table, 'test', one.id)).toEqual(settled.delivery)
  const third = attemptOf(await saveDelivery(table, { endpoint, at: later(0) }, bytes))
  expect(await takeLease(table, { ...third, slot: { ...slot, since: later(40) } })).toBe(
    'slot_taken',
  )
})

it('lists what is overdue, what an endpoint got, and what it did not get', async () => {
  const table = await testTable()
  const deliveries: WebhookDelivery[] = []
  for (const second of [0, 10, 20]) {
    deliveries.push(await saveDelivery(table, { endpoint, at: later(second) }, bytes))
  }
  const overdue = async (until: Date) =>
    (await Array.fromAsync(overdueDeliveries(table, { mode: 'test', until })))
      .flat()
      .map(({ id }) => id)
  const ids = deliveries.map(({ id }) => id)
  expect(await overdue(later(10))).toEqual(ids.slice(0, 2))
  const [first] = deliveries
  if (!first) throw new Error('three were saved')
  const failed = { ...first, version: 2, status: 'failed', ending: 'attempts_exhausted' } as const
  await replaceDelivery(table, { delivery: { ...failed, endedAt: later(30) }, from: 1 })
  expect(await overdue(later(99))).toEqual(ids.slice(1))
  const target = { mode: 'test', endpointId: endpoint.id } as const
  const pending = await listDeliveriesOfEndpoint(table, target, { status: 'pending', limit: 9 })
  expect(pending.items.map(({ id }) => id)).toEqual(ids.slice(1).reverse())
  // However many others came after it.
  const lost = await listDeliveriesOfEndpoint(table, target, {
    status: 'failed',
    limit: 1,
  })
  expect(lost.items.map(({ id }) => id)).toEqual([first.id])
  const [, second] = deliveries
  if (!second) throw new Error('three were saved')
  const refused = { ...second, version: 2, attemptsMade: 1, lastOutcome: 503 }
  await replaceDelivery(table, { delivery: refused, from: 1 })
  const missed = async (status?: 'pending') =>
    (
      await listDeliveriesOfEndpoint(table, target, { status, undelivered: true, limit: 9 })
    ).items.map(({ id }) => id)
  expect(await missed()).toEqual([second.id, first.id])
  expect(await missed('pending')).toEqual([second.id])
  await replaceDelivery(table, {
    delivery: { ...refused, version: 3, status: 'succeeded', endedAt: later(40) },
    from: 2,
  })
  expect(await missed()).toEqual([first.id])
  const since = async (at: Date) =>
    (await Array.fromAsync(undeliveredSince(table, { ...target, since: at }))).flat()
  expect((await since(later(30))).map(({ id }) => id)).toEqual([first.id])
  expect(await since(later(31))).toEqual([])
})

it('loads no more of what an endpoint did not get than is used', async () => {
  const table = await testTable()
  const all = Array.from({ length: 260 }, (_, second) => {
    const event = { id: newId('event', later(second), bytes), mode: 'test' } as const
    const given = { event: { ...event, type: 'session.paid' as const }, endpoint }
    const delivery = newDelivery(given, later(second), bytes)
    return deliveryWrite(cancelled(delivery, { ending: 'endpoint_inactive', at: later(second) }))
  })
  for (let at = 0; at < all.length; at += 100) await transact(table, all.slice(at, at + 100))
  const target = { mode: 'test', endpointId: endpoint.id, since: later(0) } as const
  const sizes = await Array.fromAsync(undeliveredSince(table, target), ({ length }) => length)
  expect(sizes).toEqual([250, 10])
})

it('lists the deliveries to an endpoint page by page', async () => {
  const table = await testTable()
  const ids: string[] = []
  for (const second of [0, 0, 10, 20, 30]) {
    ids.unshift((await saveDelivery(table, { endpoint, at: later(second) }, bytes)).id)
  }
  const target = { mode: 'test', endpointId: endpoint.id } as const
  const listed: string[][] = []
  let before: string | undefined
  do {
    const page = await listDeliveriesOfEndpoint(table, target, { limit: 2, before })
    listed.push(page.items.map(({ id }) => id))
    before = page.nextCursor ?? undefined
  } while (before !== undefined)
  expect(listed.map(({ length }) => length)).toEqual([2, 2, 1])
  expect(listed.flat()).toEqual(ids.toSorted().reverse())
})

const days60 = 60 * 86_400

/** When the table forgets an item, in seconds after the start of the tests. */
async function forgottenAt(table: Table, Key: Key): Promise<number | undefined> {
  const { Item } = await table.client.send(new GetCommand({ TableName: table.name, Key }))
  const { ttl } = z.object({ ttl: z.int().optional() }).parse(Item)
  return ttl === undefined ? undefined : ttl - later(0).getTime() / 1000
}

it('keeps a line of the log for 60 days, and a delivery for as long after its end', async () => {
  const table = await testTable()
  const delivery = await saveDelivery(table, { endpoint, at: later(0) }, bytes)
  await takeLease(table, attemptOf(delivery))
  const { delivery: taken, ...settled } = attemptOf(attemptOf(delivery).delivery, 0, 200)
  const itself = outboxKeys.delivery('test', delivery.id)
  const line = outboxKeys.deliveryAttempt('test', delivery.id, later(1))
  expect(await forgottenAt(table, itself)).toBeUndefined()
  expect(await forgottenAt(table, line)).toBe(1 + days60)
  const ended = { ...taken, status: 'succeeded', endedAt: later(2) } as const
  expect(await settleAttempt(table, { ...settled, delivery: ended })).toBe(true)
  expect(await forgottenAt(table, itself)).toBe(2 + days60)
  expect(await forgottenAt(table, line)).toBe(1 + days60)
})

it('shows the latest 50 attempts at an endpoint, newest first', async () => {
  const table = await testTable()
  const line = attemptOf(await saveDelivery(table, { endpoint, at: later(0) }, bytes), 0, 200)
  const at = (second: number) => ({ ...line.attempt, startedAt: later(second) })
  const writes = Array.from({ length: 52 }, (_, second) =>
    attemptAddition(at(second), { endpointId: endpoint.id }),
  )
  await transact(table, writes)
  const shown = await listAttemptsAtEndpoint(table, { mode: 'test', endpointId: endpoint.id })
  expect(shown.map(({ startedAt }) => startedAt)).toEqual(
    Array.from({ length: 50 }, (_, number) => later(51 - number)),
  )
})
