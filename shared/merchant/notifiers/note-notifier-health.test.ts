import { expect, it } from 'vitest'
import { engineHarness } from '../../../test/scenarios/engine-harness.ts'
import { transact } from '../../kernel/store/transact.ts'
import { noteNotifierHealth } from './note-notifier-health.ts'
import { loadHealth, noteNotified } from './store/notifier-health.ts'
import { watchedChainReplacement } from './store/watched-chains.ts'

it('counts once for each payment whether it was notified in time', async () => {
  const engine = await engineHarness()
  const { table, clock } = engine
  const notified = { mode: 'test', notifier: 'alchemy', chainId: 31337 } as const
  const watched = { registeredTo: 200, walletId: 'wallet-1', repairedAt: null, resumedAt: null }
  const webhooks = [{ id: 'wh_1', addressCount: 200 }]
  await transact(table, [watchedChainReplacement('test', { ...notified, ...watched, webhooks })])
  const sessions = [await engine.openSession(), await engine.openSession()]
  const [first] = sessions
  for (const session of sessions) await engine.pay(session, 1_000_000n)
  await engine.mine()
  if (first) await noteNotified(table, { ...notified, sessionId: first.id }, clock())
  for (const session of sessions) {
    await engine.scan(session)
    await noteNotifierHealth(table, session)
    await noteNotifierHealth(table, session)
  }
  expect((await loadHealth(table, notified))?.payments).toMatchObject([
    { sessionId: sessions[0]?.id, inTime: true },
    { sessionId: sessions[1]?.id, inTime: false },
  ])
})
