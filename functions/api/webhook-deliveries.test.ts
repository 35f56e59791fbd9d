import { describe, expect, it } from 'vitest'
import { newId } from '../../shared/kernel/ids.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import {
  newDelivery,
  type WebhookDelivery,
} from '../../shared/records/outbox/rules/webhook-delivery.ts'
import { deliveryWrite, loadDelivery } from '../../shared/records/outbox/store/deliveries.ts'
import { eventCreation } from '../../shared/records/outbox/store/events.ts'
import { loadWebhookEndpoint } from '../../shared/records/outbox/store/webhook-endpoints.ts'
import { errorOf } from '../../test/api-event.ts'
import { aSession, later } from '../../test/factories.ts'
import { newApiKey } from '../../test/saved-instance.ts'
import { seededBytes } from '../../test/seeded-bytes.ts'
import { invokeApi, serviceFunctions } from '../../test/service-functions.ts'
import { testQueues } from '../../test/test-queues.ts'
import { pageOf, walkList } from '../../test/walk-list.ts'
import { serve as serveCreateWebhookEndpoint } from './create-webhook-endpoint.ts'
import { serve as serveListEndpointDeliveries } from './list-endpoint-deliveries.ts'
import { serve as serveRedeliverEvent } from './redeliver-event.ts'
import { serve as serveRotateEndpointSecret } from './rotate-endpoint-secret.ts'
import { serve as serveUpdateWebhookEndpoint } from './update-webhook-endpoint.ts'

const bytes = seededBytes('webhook deliveries')
const path = '/webhook_endpoints/{id}'

async function fixture() {
  const queues = await testQueues()
  const { table, config } = await serviceFunctions(queues.variables)
  const key = await newApiKey(table, 'test', ['webhooks:write'])
  const create = serveCreateWebhookEndpoint(config)
  const body = { url: 'https://shop.example/hooks' }
  const created = await invokeApi(create, { path: '/webhook_endpoints', key, body })
  const endpoint: { id: string; secret: string } = JSON.parse(created.body)
  const { id } = endpoint
  const [rotate, list] = [serveRotateEndpointSecret(config), serveListEndpointDeliveries(config)]
  const [redeliver, update] = [serveRedeliverEvent(config), serveUpdateWebhookEndpoint(config)]
  return {
    table,
    endpoint,
    rotate: (idempotencyKey: string, of = id) =>
      invokeApi(rotate, {
        method: 'POST',
        path: `${path}/rotate_secret`,
        id: of,
        key,
        idempotencyKey,
      }),
    list: (query = '', of = id) =>
      invokeApi(list, { path: `${path}/deliveries`, id: of, key, query }),
    redeliver: (eventId: string, endpointId = id) => {
      const call = { path: '/events/{id}/redeliver', id: eventId, key }
      return invokeApi(redeliver, { method: 'POST', ...call, body: { endpointId } })
    },
    disable: () => invokeApi(update, { method: 'PATCH', path, id, key, body: { active: false } }),
    /** An event, and its delivery in that state if it has one. */
    async happen(second: number, delivered?: Partial<WebhookDelivery>) {
      const createdAt = later(second)
      const event = {
        id: newId('event', createdAt, bytes),
        mode: 'test',
        type: 'session.paid',
        sessionId: aSession().id,
        data: {},
        createdAt,
      } as const
      const fresh = newDelivery({ event, endpoint: { id, active: true } }, createdAt, bytes)
      const delivery = { ...fresh, ...delivered }
      await transact(table, [eventCreation(event), ...(delivered ? [deliveryWrite(delivery)] : [])])
      return { event, delivery }
    },
  }
}

const failed = { status: 'failed', ending: 'attempts_exhausted', attemptsMade: 6 } as const

describe('the secret', () => {
  it('is rotated once for an idempotency key, and the old one stays valid for a day', async () => {
    const { rotate, endpoint, table } = await fixture()
    const first = await rotate('a')
    const { secret, ...shown } = JSON.parse(first.body)
    expect(secret).toMatch(/^whsec_/)
    expect(secret).not.toBe(endpoint.secret)
    expect(shown).toMatchObject({ id: endpoint.id, secretPrefix: secret.slice(0, 12) })
    expect((await rotate('a')).body).toBe(first.body)
    const stored = await loadWebhookEndpoint(table, 'test', endpoint.id)
    expect(stored?.previousSecrets).toHaveLength(1)
    expect(JSON.stringify(stored)).not.toContain(secret)
    expect(errorOf(await rotate('b', 'we_none')).status).toBe(404)
  })
})

describe('deliveries', () => {
  it('are listed by endpoint and status, page by page', async () => {
    const { list, happen } = await fixture()
    const ids: string[] = []
    for (let n = 0; n < 5; n++) {
      const { delivery } = await happen(n, n % 2 ? { status: 'succeeded' } : failed)
      ids.unshift(delivery.id)
    }
    expect(await walkList(list, {}, { limit: 2 })).toEqual(ids)
    const [first] = pageOf(await list('status=failed')).data
    expect(first).toMatchObject({ object: 'webhook_delivery', ...failed, nextAttemptAt: null })
    expect(pageOf(await list('status=succeeded')).data).toHaveLength(2)
    expect(errorOf(await list('', 'we_none')).status).toBe(404)
    expect(errorOf(await list('status=lost'))).toMatchObject({ status: 400, param: 'status' })
  })
})

describe('an event is sent again', () => {
  it('by the delivery that it has, with a new schedule of attempts', async () => {
    const { redeliver, happen, table, list } = await fixture()
    const { event, delivery } = await happen(0, failed)
    const sent = await redeliver(event.id)
    expect(sent.statusCode).toBe(202)
    const again = { id: delivery.id, status: 'pending', attemptsMade: 0, ending: null }
    expect(JSON.parse(sent.body)).toMatchObject({ ...again, replayedAt: expect.any(String) })
    expect(await loadDelivery(table, 'test', delivery.id)).toMatchObject({ version: 2, ...again })
    expect(pageOf(await list()).data).toHaveLength(1)
  })

  it('by a new delivery if it has none', async () => {
    const { redeliver, happen, list } = await fixture()
    const { event } = await happen(0)
    const { id } = JSON.parse((await redeliver(event.id)).body)
    expect(pageOf(await list()).data).toMatchObject([{ id, eventId: event.id, status: 'pending' }])
  })

  it('but not while an attempt is under way, nor to a disabled endpoint, nor if either is unknown', async () => {
    const { redeliver, happen, disable } = await fixture()
    const leaseUntil = new Date(Date.now() + 60_000)
    const [busy, over] = [await happen(0, { leaseUntil }), await happen(1, failed)]
    expect(errorOf(await redeliver(busy.event.id))).toMatchObject({ code: 'state_changed' })
    expect(errorOf(await redeliver('evt_none')).status).toBe(404)
    const unknown = errorOf(await redeliver(over.event.id, 'we_none'))
    expect(unknown).toMatchObject({ status: 404, param: 'endpointId' })
    await disable()
    expect(errorOf(await redeliver(over.event.id))).toMatchObject({ code: 'state_changed' })
  })
})
