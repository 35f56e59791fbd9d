import { expect, it } from 'vitest'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { payer } from '../chain-fixture.ts'
import { engineHarness } from './engine-harness.ts'
import { usdcLock } from './paying.ts'

const full = 1_000_000n
const payments = 300
const perMinute = 100

it('300 payments without a notification are all found, and none twice', async () => {
  const engine = await engineHarness()
  engine.useNodes(engine.chain.rpcUrl)
  await engine.chain.mintUsdc(payer, full * 1000n)
  await engine.mine()
  const pay = async (session: CheckoutSession) =>
    session.lock.tokenAddress ? engine.payUsdc(session, full) : engine.pay(session, full)
  const sessions: CheckoutSession[] = []
  for (let minute = 0; minute < payments / perMinute; minute++) {
    const lock = usdcLock(full)
    const opened = await engine.openSessions(perMinute, (index) => (index % 3 ? {} : { lock }))
    for (const session of opened) await pay(session)
    sessions.push(...opened)
    await engine.mine(6)
    expect((await engine.reconcile()).failures).toEqual([])
  }
  for (let minute = 0; minute < 2; minute++) {
    await engine.mine(6)
    expect((await engine.reconcile()).failures).toEqual([])
  }
  expect((await engine.reconcile()).open).toBe(0)
  for (const session of sessions) {
    expect(await engine.eventsOf(session)).toEqual(['session.detected', 'session.paid'])
    expect(await engine.transfersOf(session)).toMatchObject([{ amountBase: full, orphaned: false }])
  }
  expect(engine.started).toHaveLength(payments)
  expect(new Set(engine.started).size).toBe(payments)
}, 300_000)
