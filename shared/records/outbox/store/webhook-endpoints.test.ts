import { expect, it } from 'vitest'
import { later } from '../../../../test/factories.ts'
import { seededBytes } from '../../../../test/seeded-bytes.ts'
import { testTable } from '../../../../test/test-table.ts'
import { aWebhookEndpoint, sealedText } from '../../../../test/webhook-fixture.ts'
import { transact } from '../../../kernel/store/transact.ts'
import {
  deactivateWebhookEndpoint,
  webhookEndpointUpdate,
} from '../../../merchant/webhooks/store/webhook-endpoint-changes.ts'
import {
  listWebhookEndpoints,
  loadWebhookEndpoint,
  maxWebhookEndpoints,
  pageWebhookEndpoints,
  webhookEndpointCreation,
  webhookEndpointDeletion,
} from './webhook-endpoints.ts'

const bytes = seededBytes('webhook-endpoints')

function endpointAt(second: number) {
  return aWebhookEndpoint({ url: `https://shop.example/${second}`, at: later(second) }, bytes)
}

it('lets a mode have its full number and no more, and another when one is gone', async () => {
  const table = await testTable()
  const endpoints = Array.from({ length: maxWebhookEndpoints }, (_, n) => endpointAt(n))
  for (const one of endpoints) await transact(table, webhookEndpointCreation(one))
  const more = webhookEndpointCreation(endpointAt(50))
  expect((await transact(table, more)).committed).toBe(false)
  const live = { ...endpointAt(51), mode: 'live' as const }
  expect((await transact(table, webhookEndpointCreation(live))).committed).toBe(true)
  const [oldest] = endpoints
  if (!oldest) throw new Error('there are endpoints')
  expect((await transact(table, webhookEndpointDeletion(oldest))).committed).toBe(true)
  expect((await transact(table, webhookEndpointDeletion(oldest))).committed).toBe(false)
  expect((await transact(table, more)).committed).toBe(true)
  expect((await transact(table, webhookEndpointCreation(endpointAt(52)))).committed).toBe(false)
  expect(await listWebhookEndpoints(table, 'test')).toHaveLength(maxWebhookEndpoints)
  expect(await loadWebhookEndpoint(table, 'live', live.id)).toEqual(live)
})

it('pages through them, newest first', async () => {
  const table = await testTable()
  const endpoints = [0, 1, 2].map(endpointAt)
  for (const one of endpoints) await transact(table, webhookEndpointCreation(one))
  const first = await pageWebhookEndpoints(table, { mode: 'test' }, { limit: 2 })
  expect(first).toEqual({ items: [endpoints[2], endpoints[1]], nextCursor: endpoints[1]?.id })
  const bounds = { mode: 'test', before: first.nextCursor ?? '' } as const
  const rest = await pageWebhookEndpoints(table, bounds, { limit: 2 })
  expect(rest).toEqual({ items: [endpoints[0]], nextCursor: null })
})

it('changes only what is as expected', async () => {
  const table = await testTable()
  const endpoint = endpointAt(0)
  await transact(table, webhookEndpointCreation(endpoint))
  const changes = { secret: sealedText('new'), previousSecrets: [], failingSince: null }
  const update = (onlyIf: object) =>
    transact(table, [webhookEndpointUpdate(endpoint, changes, { onlyIf })])
  expect((await update({ url: 'https://other.example' })).committed).toBe(false)
  expect((await update({ url: endpoint.url, active: true })).committed).toBe(true)
  const other = { ...endpoint, url: 'https://other.example' }
  await deactivateWebhookEndpoint(table, other, { reason: 'receiver_gone', at: later(5) })
  const changed = { ...endpoint, ...changes }
  expect(await loadWebhookEndpoint(table, 'test', endpoint.id)).toEqual(changed)
  await deactivateWebhookEndpoint(table, endpoint, { reason: 'receiver_gone', at: later(5) })
  expect(await loadWebhookEndpoint(table, 'test', endpoint.id)).toEqual({
    ...changed,
    active: false,
    inactiveReason: 'receiver_gone',
    inactiveSince: later(5),
  })
})
