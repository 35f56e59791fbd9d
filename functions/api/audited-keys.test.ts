import { expect, it } from 'vitest'
import { pageAuditEntries } from '../../shared/kernel/store/audit-log.ts'
import { newApiKey, saveBaseUrl } from '../../test/saved-instance.ts'
import { invokeApi, serviceFunctions } from '../../test/service-functions.ts'
import { serve as serveCreatePaymentLink } from './create-payment-link.ts'
import { serve as serveCreateWebhookEndpoint } from './create-webhook-endpoint.ts'
import { serve as serveDeleteWebhookEndpoint } from './delete-webhook-endpoint.ts'
import { serve as serveRotateEndpointSecret } from './rotate-endpoint-secret.ts'
import { serve as serveUpdatePaymentLink } from './update-payment-link.ts'
import { serve as serveUpdateWebhookEndpoint } from './update-webhook-endpoint.ts'

const path = '/webhook_endpoints/{id}'

async function fixture() {
  const { table, config } = await serviceFunctions()
  await saveBaseUrl(table, 'https://pay.example.com')
  const key = await newApiKey(table, 'live')
  const [create, update, rotate, remove] = await Promise.all([
    serveCreateWebhookEndpoint(config),
    serveUpdateWebhookEndpoint(config),
    serveRotateEndpointSecret(config),
    serveDeleteWebhookEndpoint(config),
  ])
  const add = (url: string, idempotencyKey?: string) =>
    invokeApi(create, {
      path: '/webhook_endpoints',
      key,
      body: { url },
      ...(idempotencyKey && { idempotencyKey }),
    })
  const patch = (id: string, body: unknown) =>
    invokeApi(update, { method: 'PATCH', path, id, key, body })
  const links = {
    create: serveCreatePaymentLink(config),
    update: serveUpdatePaymentLink(config),
  }
  const addLink = async (body: unknown): Promise<string> =>
    JSON.parse((await invokeApi(links.create, { path: '/payment_links', key, body })).body).id
  const patchLink = (id: string, body: unknown) =>
    invokeApi(links.update, { method: 'PATCH', path: '/payment_links/{id}', id, key, body })
  const entries = async () => (await pageAuditEntries(table, { mode: 'live' }, { limit: 50 })).items
  return {
    table,
    key,
    add,
    patch,
    addLink,
    patchLink,
    rotate: (id: string) =>
      invokeApi(rotate, { method: 'POST', path: `${path}/rotate_secret`, id, key }),
    remove: (id: string) => invokeApi(remove, { method: 'DELETE', path, id, key }),
    entries,
  }
}

it('each change of an endpoint by an API key is in the audit log, with the key that made it', async () => {
  const { key, add, patch, rotate, remove, entries } = await fixture()
  const created = JSON.parse((await add('https://evil.example/hook')).body)
  const { id } = created
  await patch(id, { url: 'https://worse.example/hook' })
  await patch(id, { active: false })
  await patch(id, { active: true })
  const rotated = JSON.parse((await rotate(id)).body)
  await remove(id)
  const actor = { kind: 'api-key', id: expect.stringMatching(/^key_/), name: 'shop' }
  const found = await entries()
  expect(found.toReversed()).toMatchObject([
    { action: 'webhook-endpoint.create', actor, after: { url: 'https://evil.example/hook' } },
    {
      action: 'webhook-endpoint.change',
      actor,
      before: { url: 'https://evil.example/hook' },
      after: { url: 'https://worse.example/hook' },
    },
    { action: 'webhook-endpoint.disable', actor, after: { active: false } },
    { action: 'webhook-endpoint.enable', actor, after: { active: true } },
    { action: 'webhook-endpoint.rotate-secret', actor, before: null, after: null },
    { action: 'webhook-endpoint.delete', actor, before: { url: 'https://worse.example/hook' } },
  ])
  expect(found.every(({ target }) => target === id)).toBe(true)
  const text = JSON.stringify(found)
  for (const secret of [key.slice(16), created.secret.slice(12), rotated.secret.slice(12)]) {
    expect(text).not.toContain(secret)
  }
})

it('each price and target of a link that an API key changes is in the audit log, and nothing else of links', async () => {
  const { addLink, patchLink, entries } = await fixture()
  const id = await addLink({ title: 'A year of letters', fiatAmount: '120.00' })
  const changes = [
    { fiatAmount: '0.01' },
    { amount: { value: '120.00', currency: 'USD' } },
    { successUrl: 'https://evil.example/thanks' },
    // The same, as a shop sends all of its prices each night.
    { fiatAmount: '120.00', title: 'Letters', description: 'A year of them', active: false },
  ]
  for (const body of changes) {
    expect((await patchLink(id, body)).statusCode, JSON.stringify(body)).toBe(200)
  }
  const changed = { action: 'payment-link.change', target: id, actor: { name: 'shop' } }
  expect((await entries()).toReversed()).toMatchObject([
    { ...changed, before: { fiatAmount: '120.00' }, after: { fiatAmount: '0.01' } },
    { ...changed, before: { fiatAmount: '0.01' }, after: { fiatAmount: '120.00' } },
    {
      ...changed,
      before: { successUrl: null },
      after: { successUrl: 'https://evil.example/thanks' },
    },
  ])
})

it('a repeated request, or one that is refused, has no entry of its own', async () => {
  const { add, patch, entries } = await fixture()
  const first = await add('https://shop.example/hook', 'once')
  expect((await add('https://shop.example/hook', 'once')).body).toBe(first.body)
  const { id } = JSON.parse(first.body)
  expect((await patch(id, { url: 'https://10.0.0.1/' })).statusCode).toBe(400)
  expect((await patch('we_01JD8Z3K000000000000000000', { active: false })).statusCode).toBe(404)
  expect(await entries()).toHaveLength(1)
})
