import { ReceiveMessageCommand } from '@aws-sdk/client-sqs'
import { describe, expect, it } from 'vitest'
import { testEvent } from '../../shared/merchant/events/wire/event.ts'
import {
  deactivateWebhookEndpoint,
  noteFailingSince,
} from '../../shared/merchant/webhooks/store/webhook-endpoint-changes.ts'
import { loadDelivery } from '../../shared/records/outbox/store/deliveries.ts'
import { loadEvent } from '../../shared/records/outbox/store/events.ts'
import { loadWebhookEndpoint } from '../../shared/records/outbox/store/webhook-endpoints.ts'
import { errorOf } from '../../test/api-event.ts'
import { newApiKey, saveBaseUrl } from '../../test/saved-instance.ts'
import { invokeApi, serviceFunctions } from '../../test/service-functions.ts'
import { testQueues } from '../../test/test-queues.ts'
import { serve as serveCreateWebhookEndpoint } from './create-webhook-endpoint.ts'
import { serve as serveTestWebhookEndpoint } from './test-webhook-endpoint.ts'
import { serve as serveUpdateWebhookEndpoint } from './update-webhook-endpoint.ts'

const url = 'https://shop.example/hooks'
const path = '/webhook_endpoints/{id}'
const at = new Date('2026-03-01T12:00:00.000Z')

async function fixture() {
  const queues = await testQueues()
  const { table, config } = await serviceFunctions(queues.variables)
  await saveBaseUrl(table, 'https://pay.example.com')
  const key = await newApiKey(table, 'test')
  const [create, update, test] = await Promise.all([
    serveCreateWebhookEndpoint(config),
    serveUpdateWebhookEndpoint(config),
    serveTestWebhookEndpoint(config),
  ])
  const created = await invokeApi(create, {
    path: '/webhook_endpoints',
    key,
    body: { url },
  })
  const { id, secretPrefix, createdAt } = JSON.parse(created.body)
  const stored = async () => {
    const endpoint = await loadWebhookEndpoint(table, 'test', id)
    if (!endpoint) throw new Error('the endpoint is gone')
    return endpoint
  }
  const patch = (body: unknown) => invokeApi(update, { method: 'PATCH', path, id, key, body })
  const fire = () => invokeApi(test, { method: 'POST', path: `${path}/test`, id, key })
  return { queues, table, id, secretPrefix, createdAt, stored, patch, fire }
}

describe('a change', () => {
  it('updates the fields it has and no others', async () => {
    const { patch, id, secretPrefix, createdAt } = await fixture()
    const changed = await patch({ events: ['session.paid', 'session.paid'] })
    expect(changed.statusCode).toBe(200)
    expect(JSON.parse(changed.body)).toEqual({
      id,
      object: 'webhook_endpoint',
      url,
      events: ['session.paid'],
      active: true,
      inactiveReason: null,
      secretPrefix,
      createdAt,
    })
    const moved = JSON.parse((await patch({ url: 'https://new.example/hooks' })).body)
    expect(moved).toMatchObject({ url: 'https://new.example/hooks', events: ['session.paid'] })
    expect(JSON.parse((await patch({})).body)).toEqual(moved)
  })

  it('disables and enables, and shows why it is disabled', async () => {
    const { patch, stored, table } = await fixture()
    expect(JSON.parse((await patch({ active: false })).body)).toMatchObject({
      active: false,
      inactiveReason: 'disabled',
    })
    expect(JSON.parse((await patch({ active: true })).body)).toMatchObject({
      active: true,
      inactiveReason: null,
    })
    await noteFailingSince(table, await stored(), at)
    await deactivateWebhookEndpoint(table, await stored(), { reason: 'receiver_gone', at })
    // Already disabled: the reason stays.
    expect(JSON.parse((await patch({ active: false })).body)).toMatchObject({
      inactiveReason: 'receiver_gone',
    })
    await patch({ active: true })
    expect(await stored()).toMatchObject({ active: true, inactiveSince: null, failingSince: null })
  })

  it('of the URL resets the failures of the old one', async () => {
    const { patch, stored, table } = await fixture()
    await noteFailingSince(table, await stored(), at)
    await patch({ events: ['session.paid'] })
    expect(await stored()).toMatchObject({ failingSince: at })
    const before = await stored()
    await patch({ url: 'https://new.example/hooks' })
    expect(await stored()).toMatchObject({ failingSince: null })
    // A late response of the old URL says nothing about the new one.
    await deactivateWebhookEndpoint(table, before, { reason: 'receiver_gone', at })
    expect(await stored()).toMatchObject({ active: true })
  })

  it('concurrent with another loses neither', async () => {
    const { patch, stored } = await fixture()
    await Promise.all([patch({ events: ['session.paid'] }), patch({ url: 'https://b.example/' })])
    expect(await stored()).toMatchObject({ events: ['session.paid'], url: 'https://b.example/' })
  })

  it.each([
    [{ url: 'http://shop.example' }, 'parameter_invalid', 'url'],
    [{ url: 'https://10.0.0.1/' }, 'parameter_invalid', 'url'],
    [{ events: [] }, 'parameter_invalid', 'events'],
  ])('is refused: %j', async (body, code, param) => {
    const { patch } = await fixture()
    expect(errorOf(await patch(body))).toMatchObject({ status: 400, code, param })
  })
})

describe('a test', () => {
  it('sends a synthetic event that is not listed', async () => {
    const { fire, queues, table, patch, id } = await fixture()
    // Regardless of its subscriptions.
    await patch({ events: ['session.expired'] })
    const response = await fire()
    expect(response.statusCode).toBe(202)
    const { deliveryId, ...event } = testEvent.parse(JSON.parse(response.body))
    expect(event).toMatchObject({
      type: 'session.paid',
      livemode: false,
      data: {
        id: 'cs_synthetic',
        status: 'paid',
        synthetic: true,
        metadata: { synthetic: 'true' },
        checkoutUrl: 'https://pay.example.com/checkout/cs_synthetic',
      },
    })
    expect(await loadEvent(table, 'test', event.id)).toMatchObject({ data: event.data })
    expect(await loadDelivery(table, 'test', deliveryId)).toMatchObject({
      endpointId: id,
      eventId: event.id,
      status: 'pending',
    })
    const { Messages = [] } = await queues.sqs.send(
      new ReceiveMessageCommand({ QueueUrl: queues.queueUrl }),
    )
    expect(Messages.map(({ Body = '' }) => JSON.parse(Body))).toMatchObject([
      { mode: 'test', deliveryId },
    ])
  })
})
