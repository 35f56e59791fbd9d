import { expect, it } from 'vitest'
import { serve as serveProbe } from '../../functions/schedules/probe-chains.ts'
import { serve as serveReconcile } from '../../functions/schedules/reconcile.ts'
import { serve as serveScanClosed } from '../../functions/schedules/scan-closed-addresses.ts'
import { serve as serveSweep } from '../../functions/schedules/sweep.ts'
import { serve as serveSyncNotifiers } from '../../functions/schedules/sync-notifiers.ts'
import { newId } from '../../shared/kernel/ids.ts'
import type { Key } from '../../shared/kernel/store/keys.ts'
import { shardKey } from '../../shared/kernel/store/shards.ts'
import type { Table } from '../../shared/kernel/store/table.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { update } from '../../shared/kernel/store/writes.ts'
import { notifierKeys } from '../../shared/merchant/notifiers/store/keys.ts'
import { connectionReplacement } from '../../shared/merchant/notifiers/store/notifier-connections.ts'
import { askOpenOrders } from '../../shared/merchant/providers/ask-open-orders.ts'
import { providerKeys } from '../../shared/merchant/providers/store/keys.ts'
import { relayDeliveries } from '../../shared/merchant/webhooks/deliveries/relay-deliveries.ts'
import { sessionKeys } from '../../shared/payments/checkout-sessions/store/keys.ts'
import { sessionCreation } from '../../shared/payments/checkout-sessions/store/sessions.ts'
import { holdingKeys } from '../../shared/payments/holdings/store/keys.ts'
import { sweepCreation } from '../../shared/payments/holdings/store/sweeps.ts'
import { scanClosedAddresses } from '../../shared/payments/ledger/scanning/scan-closed-addresses.ts'
import { ledgerKeys } from '../../shared/payments/ledger/store/keys.ts'
import { networkKeys } from '../../shared/payments/networks/store/keys.ts'
import { outboxKeys } from '../../shared/records/outbox/store/keys.ts'
import { lambdaContext } from '../api-event.ts'
import { aSession, aSweep } from '../factories.ts'
import { logLines } from '../log-lines.ts'
import { providerHarness } from '../provider-harness.ts'
import { engineHarness } from '../scenarios/engine-harness.ts'
import { seededBytes } from '../seeded-bytes.ts'
import { serviceFunctions } from '../service-functions.ts'
import { testTable } from '../test-table.ts'
import { saveDelivery } from '../webhook-fixture.ts'

// Rows that a newer version wrote before this one took over again. Workers that handle money do what they can do without
// them, and fail loudly.

const bytes = seededBytes('unread rows')

const makeUnreadable = (table: Table, key: Key) =>
  transact(table, [update(key, { status: 'parked' })])

it('the reconciler detects the payment of every other session', async () => {
  const engine = await engineHarness()
  const [first, second, third] = await Promise.all([1, 2, 3].map(() => engine.openSession()))
  if (!(first && second && third)) throw new Error('three were opened')
  for (const session of [first, second, third]) await engine.pay(session, session.lock.amountBase)
  await engine.mine()
  await makeUnreadable(engine.table, sessionKeys.session('test', second.id))
  const { failures, open } = await engine.reconcile()
  expect(open).toBe(2)
  expect(failures).toMatchObject([{ name: 'UnreadableRow' }])
  expect(String(failures[0])).toContain(second.id)
  expect(await engine.statusOf(first)).toBe('detected')
  expect(await engine.statusOf(third)).toBe('detected')
})

it('its round fails, so that the alarm fires, and the log names the row', async () => {
  const { table, config } = await serviceFunctions()
  const lock = { ...aSession().lock, chainId: 31338 }
  const session = aSession({ mode: 'live', lock })
  await transact(table, [sessionCreation(session, new Date(Date.now() + 3_600_000))])
  await makeUnreadable(table, sessionKeys.session('live', session.id))
  const written = logLines()
  const round = serveReconcile(config)({ mode: 'live' }, lambdaContext())
  await expect(round).rejects.toThrow("1 row can't be read")
  expect(written.lines()).toMatchObject([
    { level: 'ERROR', message: 'reconcile', error: { name: 'UnreadableRow' } },
    { message: 'reconciled', open: 0, failed: 1 },
    { level: 'ERROR', message: 'invocation failed', error: { name: 'UnreadableRows' } },
  ])
  expect(written.text()).toContain(session.id)
})

it('a round of sweeps fails after all chains, and the log names the row', async () => {
  const { table, config } = await serviceFunctions()
  const sweep = aSweep({ mode: 'live', chainId: 31338 })
  await transact(table, [sweepCreation(sweep)])
  await makeUnreadable(table, holdingKeys.sweep('live', sweep.id))
  const written = logLines()
  const round = serveSweep(config)({ mode: 'live' }, lambdaContext())
  await expect(round).rejects.toThrow("1 row can't be read")
  expect(written.lines()).toMatchObject([
    { level: 'ERROR', message: 'chain not swept', error: { name: 'UnreadableRows' } },
    { level: 'ERROR', message: 'invocation failed', error: { name: 'UnreadableRows' } },
  ])
  expect(written.text()).toContain(`${sweep.id} sweep ${sweep.id} can't be read: status`)
})

it('a network fails every run that reads chains, after the other chains', async () => {
  const { table, config } = await serviceFunctions()
  await makeUnreadable(table, networkKeys.network('live', 31338))
  const written = logLines()
  for (const serve of [serveReconcile, serveScanClosed, serveSweep, serveProbe]) {
    const run = serve(config)({ mode: 'live' }, lambdaContext())
    await expect(run).rejects.toThrow("31338 can't be read: status")
  }
  expect(written.text()).toContain('network not read')
})

it('every other notifier is synced', async () => {
  const { table, config } = await serviceFunctions()
  const token = { wrappedKey: 'AAAA', iv: 'AAAA', ciphertext: 'AAAA', tag: 'AAAA' }
  const given = { mode: 'live', token, tokenLastFour: 'abcd', connectedAt: new Date() } as const
  await transact(table, [
    connectionReplacement({ ...given, notifier: 'alchemy' }),
    connectionReplacement({ ...given, notifier: 'quicknode' }),
  ])
  const key = notifierKeys.notifier('live', 'alchemy')
  await transact(table, [update(key, { notifier: 'parked' })])
  const written = logLines()
  const run = serveSyncNotifiers(config)({ mode: 'live' }, lambdaContext())
  await expect(run).rejects.toThrow("1 row can't be read")
  expect(written.lines()).toContainEqual(
    expect.objectContaining({ message: 'notifier synced', notifier: 'quicknode' }),
  )
})

it('every other closed address is scanned, once per round', async () => {
  const engine = await engineHarness()
  const { table, chain } = engine
  const sessions = []
  for (let ago = 3; ago > 0; ago--) {
    const closedAt = new Date(engine.clock().getTime() - ago * 1000)
    sessions.push(await engine.openSession({ status: 'expired', closedAt }))
  }
  const [first, second, third] = sessions
  if (!(first && second?.closedAt && third)) throw new Error('three were opened')
  const { partition, sk } = ledgerKeys.closedAddress('test', second.closedAt, second.id)
  const key = { pk: shardKey(partition, second.shard), sk }
  await transact(table, [update(key, { hadMoney: 'parked' })])
  for (const session of sessions) await engine.pay(session, 5n)
  await engine.mine(3)
  const deps = { ...engine.deps, alert: () => undefined, chains: async () => [chain.client] }
  const round = () => scanClosedAddresses(deps, { mode: 'test', pageSize: 1 })
  const { scanned, failures } = await round()
  expect(scanned).toBe(2)
  expect(failures).toMatchObject([
    { name: 'UnreadableRow', message: expect.stringContaining(second.id) },
  ])
  const found = (await engine.unmatched()).map(({ sessionId }) => sessionId)
  expect(found.toSorted()).toEqual([first.id, third.id].toSorted())
  expect(await round()).toMatchObject({ scanned: 0, failures: [] })
})

it('the relay queues every other delivery', async () => {
  const table = await testTable()
  const at = new Date()
  const endpoint = { id: newId('webhookEndpoint', at, bytes), mode: 'test', active: true } as const
  const saved = []
  for (let n = 0; n < 3; n++) saved.push(await saveDelivery(table, { endpoint, at }, bytes))
  const [first, second, third] = saved.map(({ id }) => id)
  await makeUnreadable(table, outboxKeys.delivery('test', `${second}`))
  const queued: string[] = []
  const deps = {
    table,
    now: () => new Date(at.getTime() + 120_000),
    enqueueDeliveries: async (deliveries: readonly { id: string }[]) => {
      queued.push(...deliveries.map(({ id }) => id))
    },
  }
  await expect(relayDeliveries(deps, { mode: 'test' })).rejects.toMatchObject({
    name: 'UnreadableRows',
    message: expect.stringContaining(`${second}`),
  })
  expect(queued.toSorted()).toEqual([first, third].toSorted())
})

it('providers are asked about every other order', async () => {
  const table = await testTable()
  const { deps, orderedSession, orders, passTo } = providerHarness(table)
  const sessions = []
  for (let n = 0; n < 3; n++) sessions.push((await orderedSession()).session)
  passTo(2 * 86_400)
  const before = await Promise.all(sessions.map(orders))
  const [, unread] = before
  const { sessionId = '', id = '' } = unread?.[0] ?? {}
  await makeUnreadable(table, providerKeys.providerOrder('test', sessionId, id))
  const asking = askOpenOrders({ ...deps, account: async () => undefined }, 'test')
  await expect(asking).rejects.toThrow(sessionId)
  for (const [index, session] of sessions.entries()) {
    if (session.id === sessionId) continue
    expect((await orders(session))[0]?.queryAt).not.toEqual(before[index]?.[0]?.queryAt)
  }
})
