import { expect, it } from 'vitest'
import { aSession, later } from '../../../test/factories.ts'
import { seededBytes } from '../../../test/seeded-bytes.ts'
import { testTable } from '../../../test/test-table.ts'
import { aWebhookEndpoint, saveDelivery } from '../../../test/webhook-fixture.ts'
import { transact } from '../../kernel/store/transact.ts'
import { deliveryReplacement } from '../../records/outbox/store/deliveries.ts'
import { deliveriesOf } from './payment-history.ts'

const bytes = seededBytes('payment-history')

it('says when a delivery is tried next only while it will be', async () => {
  const table = await testTable()
  const session = { ...aSession(), id: 'cs_1', mode: 'test' as const }
  const endpoint = aWebhookEndpoint({ url: 'https://shop.example', at: later(0) }, bytes)
  const pending = await saveDelivery(table, { endpoint, at: later(0) }, bytes)
  expect(await deliveriesOf(table, session)).toMatchObject([
    { status: 'pending', nextAttemptAt: expect.stringMatching(/Z$/) },
  ])

  const done = { ...pending, status: 'succeeded' as const, version: pending.version + 1 }
  await transact(table, [deliveryReplacement(done, pending.version)])
  expect(await deliveriesOf(table, session)).toMatchObject([
    { status: 'succeeded', nextAttemptAt: null },
  ])
})
