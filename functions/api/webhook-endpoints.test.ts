import { describe, expect, it } from 'vitest'
import { defaultEventTypes } from '../../shared/records/outbox/rules/event.ts'
import { listWebhookEndpoints } from '../../shared/records/outbox/store/webhook-endpoints.ts'
import { errorOf } from '../../test/api-event.ts'
import { newApiKey, saveBaseUrl } from '../../test/saved-instance.ts'
import { invokeApi, serviceFunctions } from '../../test/service-functions.ts'
import { serve as serveCreateWebhookEndpoint } from './create-webhook-endpoint.ts'
import { serve as serveGetWebhookEndpoint } from './get-webhook-endpoint.ts'

const url = 'https://shop.example/hooks'

async function fixture(variables: Record<string, string> = {}) {
  const { table, config } = await serviceFunctions(variables)
  await saveBaseUrl(table, 'https://pay.example.com')
  const [key, liveKey] = [await newApiKey(table, 'test'), await newApiKey(table, 'live')]
  const create = serveCreateWebhookEndpoint(config)
  const get = serveGetWebhookEndpoint(config)
  const path = '/webhook_endpoints'
  return {
    table,
    liveKey,
    create: (body: unknown, withKey = key) => invokeApi(create, { path, key: withKey, body }),
    get: (id: string) => invokeApi(get, { path: `${path}/{id}`, id, key }),
  }
}

describe('created', () => {
  it('shows its secret once, and keeps it encrypted', async () => {
    const { create, get, table } = await fixture()
    const created = await create({ url, events: ['session.paid', 'session.paid'] })
    const { secret, ...endpoint } = JSON.parse(created.body)
    expect(created.statusCode).toBe(201)
    expect(endpoint).toEqual({
      id: expect.stringMatching(/^we_/),
      object: 'webhook_endpoint',
      url,
      events: ['session.paid'],
      active: true,
      secretPrefix: secret.slice(0, 12),
      inactiveReason: null,
      createdAt: expect.stringMatching(/Z$/),
    })
    expect(Buffer.from(secret.replace('whsec_', ''), 'base64')).toHaveLength(32)
    expect(JSON.parse((await get(endpoint.id)).body)).toEqual(endpoint)
    const stored = JSON.stringify(await listWebhookEndpoints(table, 'test'))
    expect(stored).not.toContain(secret.slice(12))
  })

  it('subscribes to six types by default', async () => {
    const { create } = await fixture()
    const { events } = JSON.parse((await create({ url })).body)
    expect(events).toEqual(defaultEventTypes)
    expect(events).toHaveLength(6)
  })
})

describe('400', () => {
  it.each([
    [{ url: 'https://10.0.0.1/' }, 'parameter_invalid', 'url'],
    [{ url: `${url}?${'x'.repeat(2048)}` }, 'parameter_invalid', 'url'],
    [{ url, events: [] }, 'parameter_invalid', 'events'],
    [{ url, events: ['session.unknown'] }, 'parameter_invalid', 'events.0'],
  ])('%j', async (body, code, param) => {
    const { create } = await fixture()
    expect(errorOf(await create(body))).toMatchObject({ status: 400, code, param })
  })

  it('for the 21st endpoint of a mode, even if all are created at once', async () => {
    const { create, table, liveKey } = await fixture()
    const responses = await Promise.all(Array.from({ length: 22 }, () => create({ url })))
    const refused = responses.filter((response) => response.statusCode !== 201)
    expect(refused.map((response) => errorOf(response).code)).toEqual([
      'parameter_invalid',
      'parameter_invalid',
    ])
    expect(await listWebhookEndpoints(table, 'test')).toHaveLength(20)
    expect((await create({ url }, liveKey)).statusCode).toBe(201)
  })
})

describe('with WEBHOOK_ALLOW_LOOPBACK', () => {
  it('sends to this machine, on any port and without TLS', async () => {
    const { create } = await fixture({ WEBHOOK_ALLOW_LOOPBACK: 'on' })
    expect((await create({ url: 'http://127.0.0.1:3000/hooks' })).statusCode).toBe(201)
    expect((await create({ url: 'http://localhost:3000/hooks' })).statusCode).toBe(201)
    expect((await create({ url: 'http://shop.example/hooks' })).statusCode).toBe(400)
  })
})
