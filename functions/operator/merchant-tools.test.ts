import { describe, expect, it } from 'vitest'
import { newId } from '../../shared/kernel/ids.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { mostCounted } from '../../shared/payments/checkout-sessions/rules/most-counted.ts'
import { customerSession } from '../../shared/payments/checkout-sessions/store/sessions-of-customer.ts'
import { checkoutSessionExample } from '../../shared/payments/checkout-sessions/wire/checkout-session-example.ts'
import type { Customer } from '../../shared/records/customers/rules/customer.ts'
import { customerCreation } from '../../shared/records/customers/store/customers.ts'
import type { Event } from '../../shared/records/outbox/rules/event.ts'
import { replaceDelivery } from '../../shared/records/outbox/store/deliveries.ts'
import { eventCreation } from '../../shared/records/outbox/store/events.ts'
import { errorOf } from '../../test/api-event.ts'
import { atDashboard } from '../../test/at-dashboard.ts'
import { later } from '../../test/factories.ts'
import { seededBytes } from '../../test/seeded-bytes.ts'
import { saveDelivery } from '../../test/webhook-fixture.ts'

const randomBytes = seededBytes('merchant tools')
const at = new Date('2026-03-01T12:00:00Z')

/** Somebody at the dashboard of an instance. */
async function fixture(role: 'owner' | 'operator' = 'operator') {
  const { table, post } = await atDashboard(role)
  const done = async (name: string, body: unknown) => {
    const response = await post(name, body)
    expect(response, response.body).toMatchObject({ statusCode: 200 })
    return JSON.parse(response.body)
  }
  const refused = async (name: string, body: unknown) => errorOf(await post(name, body))
  const audited = async () => {
    const { entries } = await done('list-audit-entries', { mode: 'test' })
    return entries.map(({ action }: { action: string }) => action).reverse()
  }
  return { table, done, refused, audited }
}

const aLink = { mode: 'test', title: 'A year of letters', fiatAmount: '25.00' }

describe('links', () => {
  it('are created, listed, changed, deactivated and deleted, each with an entry of the audit log', async () => {
    const { done, refused, audited } = await fixture()
    const link = await done('add-link', aLink)
    expect(link).toMatchObject({ mode: 'test', active: true, fiatCurrency: 'USD' })
    const { id } = link
    const changed = await done('change-link', { id, fiatAmount: '30', active: false })
    expect(changed).toMatchObject({ title: aLink.title, fiatAmount: '30', active: false })
    expect(await done('show-payment-link', { id })).toEqual(changed)
    const { mode: _, ...listed } = changed
    expect(await done('list-links', { mode: 'test' })).toEqual({
      links: [listed],
      nextCursor: null,
    })
    expect((await done('list-links', { mode: 'live' })).links).toEqual([])
    expect(await done('remove-link', { id })).toMatchObject({ id, deleted: true })
    expect(await refused('show-payment-link', { id })).toMatchObject({ code: 'resource_not_found' })
    expect(await audited()).toEqual([
      ...['payment-link.create', 'payment-link.change', 'payment-link.delete'],
    ])
  })
})

describe('customers', () => {
  const customer: Customer = {
    id: 'cus_01KJMFE3E0M2N4P6Q8R0S2T4VW',
    mode: 'test',
    email: 'Ada@example.com',
    metadata: { tier: 'gold' },
    createdAt: at,
    updatedAt: at,
  }

  async function withCustomer() {
    const opened = await fixture()
    await transact(opened.table, customerCreation(customer))
    return opened
  }

  it('are found by their email in any letter case, and shown', async () => {
    const { done } = await withCustomer()
    const { id } = customer
    const shown = await done('show-customer', { id })
    expect(shown).toMatchObject({ mode: 'test', email: 'Ada@example.com' })
    const found = await done('find-customers', { mode: 'test', email: 'ada@EXAMPLE.com' })
    expect(found).toMatchObject({ total: 1, customers: [{ id }], nextCursor: null })
    expect(await done('find-customers', { mode: 'live' })).toMatchObject({ total: 0 })
  })

  it('are listed with how many payments they have, up to a hundred', async () => {
    const { table, done } = await withCustomer()
    const counted = async () => (await done('find-customers', { mode: 'test' })).customers
    expect(await counted()).toMatchObject([{ payments: 0 }])
    const rows = Array.from({ length: 101 }, () =>
      customerSession({ mode: 'test', id: newId('checkoutSession', at, randomBytes) }, customer.id),
    )
    await transact(table, rows.slice(0, 3))
    expect(await counted()).toMatchObject([{ payments: 3 }])
    await transact(table, rows.slice(3, 80))
    await transact(table, rows.slice(80))
    expect(await counted()).toMatchObject([{ payments: mostCounted }])
  })

  it('have metadata that is replaced only by somebody who saw it', async () => {
    const { done, refused, audited } = await withCustomer()
    const change = { id: customer.id, was: { tier: 'gold' }, metadata: { tier: 'silver' } }
    expect(await done('change-customer', change)).toMatchObject({ metadata: { tier: 'silver' } })
    expect(await refused('change-customer', change)).toMatchObject({ code: 'state_changed' })
    await done('change-customer', { id: customer.id, was: { tier: 'silver' }, metadata: null })
    expect(await audited()).toEqual(['customer.change', 'customer.change'])
  })

  it('have metadata whose keys have no order', async () => {
    const { done } = await withCustomer()
    const metadata = { seats: 2, tier: 'gold' }
    await done('change-customer', { id: customer.id, was: customer.metadata, metadata })
    const was = { tier: 'gold', seats: 2 }
    const changed = await done('change-customer', { id: customer.id, was, metadata: null })
    expect(changed).toMatchObject({ metadata: null })
  })

  it('lose no change if two operators make one at once', async () => {
    const { done, refused } = await withCustomer()
    const change = (tier: string) => ({
      id: customer.id,
      was: { tier: 'gold' },
      metadata: { tier },
    })
    const outcomes = await Promise.allSettled([
      done('change-customer', change('silver')),
      done('change-customer', change('bronze')),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await refused('change-customer', change('iron'))).toMatchObject({ status: 409 })
  })
})

describe('webhook endpoints', () => {
  it('are created with a secret that is shown once, changed and deleted', async () => {
    const { done, refused, audited } = await fixture('owner')
    const url = 'https://shop.example/hook'
    const { secret, ...endpoint } = await done('add-endpoint', { mode: 'test', url })
    expect(secret).toMatch(/^whsec_/)
    expect(endpoint.events).toHaveLength(6)
    const { id } = endpoint
    const changed = await done('change-endpoint', { id, events: ['session.paid'] })
    expect(changed).toEqual({ ...endpoint, events: ['session.paid'] })
    const bad = { id, url: 'https://10.0.0.1/hook' }
    expect(await refused('change-endpoint', bad)).toMatchObject({ status: 400, param: 'url' })
    await done('remove-endpoint', { id })
    expect(await refused('show-endpoint-health', { id })).toMatchObject({ status: 404 })
    expect(await audited()).toEqual([
      ...['webhook-endpoint.create', 'webhook-endpoint.change', 'webhook-endpoint.delete'],
    ])
  })

  it('get a test event, which has a delivery of its own', async () => {
    const { done, audited } = await fixture('owner')
    const { id } = await done('add-endpoint', { mode: 'test', url: 'https://shop.example/hook' })
    const { eventId, deliveryId } = await done('send-test-event', { id })
    expect(await done('show-event', { id: eventId })).toMatchObject({ data: { synthetic: true } })
    expect(await done('show-delivery', { id: deliveryId })).toMatchObject({
      endpointId: id,
      eventId,
    })
    expect((await done('list-deliveries', { eventId })).deliveries).toMatchObject([
      { id: deliveryId, sessionId: null, reference: null, lastStatusCode: null, lastError: null },
    ])
    expect(await audited()).toEqual(['webhook-endpoint.create', 'webhook-endpoint.test'])
  })

  it('are asked all at once for what has not arrived, newest first', async () => {
    const { table, done } = await fixture('owner')
    const missed: string[] = []
    for (const [second, name] of ['one', 'two', 'one', 'two'].entries()) {
      const url = `https://${name}.example/hook`
      const { id: endpointId } = await done('add-endpoint', { mode: 'test', url })
      const endpoint = { id: endpointId, mode: 'test', active: true } as const
      const delivery = await saveDelivery(table, { endpoint, at: later(second) }, randomBytes)
      if (second === 3) continue
      const ended = { status: 'failed', ending: 'attempts_exhausted', endedAt: later(9) } as const
      const after = { ...delivery, version: 2, attemptsMade: 1, ...(second === 1 && ended) }
      await replaceDelivery(table, { delivery: after, from: 1 })
      missed.unshift(delivery.id)
    }
    const { deliveries } = await done('list-deliveries', { mode: 'test', undelivered: true })
    expect(deliveries.map(({ id }: { id: string }) => id)).toEqual(missed)
  })
})

it('events are listed by type and session, page by page, and shown', async () => {
  const { table, done } = await fixture()
  const { id: sessionId } = checkoutSessionExample
  for (const [index, type] of (['session.detected', 'session.paid'] as const).entries()) {
    const createdAt = new Date(at.getTime() + index * 1000)
    const data = { ...checkoutSessionExample, sequence: index + 1 }
    const id = newId('event', createdAt, randomBytes)
    const event: Event = { id, mode: 'test', type, sessionId, data, createdAt }
    await transact(table, [eventCreation(event)])
  }
  const types = async (filter: object) => {
    const { events } = await done('find-events', { mode: 'test', ...filter })
    return events.map(({ type }: { type: string }) => type)
  }
  const newest = await done('find-events', { mode: 'test', limit: 1 })
  expect(newest.events).toMatchObject([{ type: 'session.paid' }])
  expect(await types({ after: newest.nextCursor })).toEqual(['session.detected'])
  expect(await types({ type: 'session.detected' })).toEqual(['session.detected'])
  expect(await types({ sessionId })).toEqual(['session.paid', 'session.detected'])
  expect(await done('show-event', { id: newest.events[0].id })).toEqual(newest.events[0])
})
