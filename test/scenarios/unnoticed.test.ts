import { expect, it } from 'vitest'
import type { CheckoutSession } from '../../shared/checkout-sessions/rules/checkout-session.ts'
import { payer } from '../chain-fixture.ts'
import { usdcLock } from './paying.ts'
import { openTill } from './till.ts'

const full = 1_000_000n
const payments = 300
const perMinute = 100

it('300 payments of which nobody is told are all found, and none twice', async () => {
  const till = await openTill()
  till.readThrough(till.chain.rpcUrl)
  await till.chain.mintUsdc(payer, full * 1000n)
  await till.mine()
  const pay = async (session: CheckoutSession) =>
    session.lock.tokenAddress ? till.payUsdc(session, full) : till.pay(session, full)
  const sessions: CheckoutSession[] = []
  for (let minute = 0; minute < payments / perMinute; minute++) {
    const lock = usdcLock(full)
    const opened = await till.openSessions(perMinute, (index) => (index % 3 ? {} : { lock }))
    for (const session of opened) await pay(session)
    sessions.push(...opened)
    await till.mine(6)
    expect((await till.reconcile()).failures).toEqual([])
  }
  for (let minute = 0; minute < 2; minute++) {
    await till.mine(6)
    expect((await till.reconcile()).failures).toEqual([])
  }
  expect((await till.reconcile()).open).toBe(0)
  for (const session of sessions) {
    expect(await till.eventsOf(session)).toEqual(['session.detected', 'session.paid'])
    expect(await till.transfersOf(session)).toMatchObject([{ amountBase: full, orphaned: false }])
  }
  expect(till.started).toHaveLength(payments)
  expect(new Set(till.started).size).toBe(payments)
}, 60_000)
