import { expect, it } from 'vitest'
import { later } from '../../../test/factories.ts'
import { providerHarness } from '../../../test/provider-harness.ts'
import { testTable } from '../../../test/test-table.ts'
import { askOpenOrders } from './ask-open-orders.ts'
import { ordersOfSession } from './store/provider-orders.ts'

it('keeps asking for an account that was not moved with its orders, for 30 days', async () => {
  const table = await testTable()
  const { deps, orderedSession, passTo } = providerHarness(table)
  const { session, order } = await orderedSession()
  const ask = () => askOpenOrders({ ...deps, account: async () => undefined }, session.mode)
  const next = async () =>
    (await ordersOfSession(table, { ...session, sessionId: session.id }))[0]?.queryAt
  const day = 86_400
  passTo(2 * day)
  expect(await ask()).toBe(0)
  expect(await next()).toEqual(later(2 * day + 3600))
  passTo(31 * day)
  await ask()
  expect(await next()).toBeNull()
  expect(order.queryAt).not.toBeNull()
})
