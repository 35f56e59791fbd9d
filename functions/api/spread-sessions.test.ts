import { expect, it } from 'vitest'
import * as z from 'zod'
import { transact } from '../../shared/kernel/store/transact.ts'
import { idsWithWords } from '../../shared/kernel/store/words.ts'
import { listCheckoutSessions } from '../../shared/payments/checkout-sessions/store/session-list.ts'
import { numberCustomers } from '../../shared/records/customers/number-customers.ts'
import { pageCustomers } from '../../shared/records/customers/store/customer-list.ts'
import { settingsUpdate } from '../../shared/records/settings/store/settings.ts'
import { configuredFunctions, subscription as link } from '../../test/configured-functions.ts'
import { newApiKey } from '../../test/saved-instance.ts'
import { invokeApi } from '../../test/service-functions.ts'
import { serve as serveCreateCheckoutSession } from './create-checkout-session.ts'
import { serve as serveListCheckoutSessions } from './list-checkout-sessions.ts'

const indexShards = { count: 4, before: 1, from: new Date(0).toISOString() }
const listed = z.object({
  data: z.array(z.object({ id: z.string() })),
  nextCursor: z.string().nullable(),
})

async function fixture() {
  const { table, config } = await configuredFunctions()
  const searchableMetadata = ['plan']
  await transact(table, [settingsUpdate('test', { indexShards, searchableMetadata })])
  const key = await newApiKey(table, 'test')
  const [create, list] = [serveCreateCheckoutSession(config), serveListCheckoutSessions(config)]
  const path = '/checkout_sessions'
  const open = async (n: number) => {
    const customerEmail = `customer${n}@example.com`
    const body = { linkId: link.id, customerEmail, metadata: { plan: 'pro' } }
    const { id } = JSON.parse((await invokeApi(create, { path, key, body })).body)
    return z.string().parse(id)
  }
  const idsOfPages = async () => {
    const ids: string[] = []
    for (let after: string | null | undefined; after !== null; ) {
      const query = after ? `limit=5&starting_after=${after}` : 'limit=5'
      const page = listed.parse(JSON.parse((await invokeApi(list, { path, key, query })).body))
      ids.push(...page.data.map(({ id }) => id))
      after = page.nextCursor
    }
    return ids
  }
  return { table, open, idsOfPages }
}

it('lists, finds and numbers everything of sessions that are spread over shards', async () => {
  const { table, open, idsOfPages } = await fixture()
  const ids = await Promise.all(Array.from({ length: 16 }, (_, n) => open(n)))
  const newest = ids.toSorted().toReversed()
  expect(await idsOfPages()).toEqual(newest)
  for (const filter of [{ linkId: link.id }, { status: 'pending' }, { asset: 'ETH' }] as const) {
    const { items } = await listCheckoutSessions(table, { mode: 'test', ...filter }, { limit: 50 })
    expect(items.map(({ id }) => id)).toEqual(newest)
    expect(new Set(items.map(({ shard = 0 }) => shard)).size).toBeGreaterThan(1)
  }
  expect(
    await idsWithWords(table, { mode: 'test', kind: 'checkoutSession', text: 'pro' }, { limit: 9 }),
  ).toEqual(newest.slice(0, 9))
})

it('numbers customers of all shards in one sequence', async () => {
  const { table, open } = await fixture()
  for (let n = 0; n < 12; n++) await open(n)
  const before = await pageCustomers(table, 'test', { page: 1, limit: 50 })
  expect(before.total).toBe(12)
  for (const minutes of [1, 2, 3]) {
    const now = () => new Date(Date.now() + minutes * 60_000)
    await numberCustomers({ table, now }, 'test')
    expect(await pageCustomers(table, 'test', { page: 1, limit: 50 })).toEqual(before)
  }
  const second = await pageCustomers(table, 'test', { page: 2, limit: 5 })
  expect(second.customers).toEqual(before.customers.slice(5, 10))
})
