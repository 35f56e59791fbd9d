import { expect, it, onTestFinished } from 'vitest'
import type { AskChain } from '../../shared/chain/ask-chain.ts'
import type { CheckoutSession } from '../../shared/checkout-sessions/rules/checkout-session.ts'
import { reconcile } from '../../shared/ledger/reconcile.ts'
import { startTestChain } from '../chain-fixture.ts'
import { eventually } from '../eventually.ts'
import { lock as lockOf } from './coin-fixture.ts'
import { type EngineHarness, engineHarness, hex } from './engine-harness.ts'

const full = 10_000_000_000_000_000n

/** An engine harness on two chains, of which the first one hangs: it accepts connections and never responds. */
async function besideHangingChain() {
  const engine = await engineHarness()
  const other = await startTestChain({ chainId: 31338 })
  onTestFinished(other.stop)
  engine.enableChain(other.client)
  // Its clock is not behind the harness's, so money there is known to be new.
  await other.mine(10)
  const lock = lockOf(engine)
  const ofOther = { lock: { ...lock, chainId: 31338 } }
  engine.chain.proxy.intercept(() => 'hang')
  return { engine, other, lock, ofOther, openOther: () => engine.openSession(ofOther) }
}

type Other = Awaited<ReturnType<typeof startTestChain>>

async function pay(other: Other, { address }: CheckoutSession): Promise<void> {
  await other.send({ to: hex(address), value: full })
  await other.mine()
}

/** Makes calls of the first chain time out when the test says so. */
function givingUpByHand({ chain }: EngineHarness) {
  const givenUp = Promise.withResolvers<never>()
  givenUp.promise.catch(() => undefined)
  const ask: AskChain = (client, work) =>
    client.chain.chainId === chain.chain.chainId
      ? Promise.race([work(client), givenUp.promise])
      : work(client)
  return { ask, giveUp: () => givenUp.reject(new Error('given up')) }
}

it('does not keep the reconciler from payments on other chains', async () => {
  const { engine, other, lock, openOther } = await besideHangingChain()
  await engine.openSession({ lock })
  const paid = await openOther()
  await pay(other, paid)
  const { ask, giveUp } = givingUpByHand(engine)
  const round = reconcile({ ...engine.deps, ask }, { mode: 'test' })
  await eventually(
    () => engine.statusOf(paid),
    (status) => status === 'detected',
  )
  giveUp()
  const { failures, reached } = await round
  expect(failures).toHaveLength(1)
  expect(Object.fromEntries(reached)).toEqual({ 31337: 'silent', 31338: 'agreed' })
})

it.each([8, 3])('nor any page of open sessions, %i at a time', async (pageSize) => {
  const { engine, other, lock, ofOther } = await besideHangingChain()
  const opened = await engine.openSessions(24, (index) => (index % 2 ? ofOther : { lock }))
  const paid = opened.filter(({ lock: { chainId } }) => chainId === 31338)
  for (const { address } of paid) await other.send({ to: hex(address), value: full })
  await other.mine()
  const { ask, giveUp } = givingUpByHand(engine)
  const round = reconcile({ ...engine.deps, ask }, { mode: 'test', pageSize })
  const statuses = () => Promise.all(paid.map(engine.statusOf))
  await eventually(statuses, (all) => all.every((status) => status === 'detected'))
  giveUp()
  expect(await round).toMatchObject({ open: 24, scanned: 12, postponed: 0 })
})

it('nor from less urgent scans there', async () => {
  const { engine, other, lock, openOther } = await besideHangingChain()
  await engine.openSession({ lock })
  const partial = await openOther()
  await other.send({ to: hex(partial.address), value: full / 2n })
  await other.mine()
  const { ask, giveUp } = givingUpByHand(engine)
  const round = reconcile({ ...engine.deps, ask }, { mode: 'test' })
  await eventually(
    () => engine.statusOf(partial),
    (status) => status !== 'pending',
  )
  giveUp()
  expect(await round).toMatchObject({ open: 2, scanned: 1 })
})

it('does not affect sessions of the other mode', async () => {
  const { engine, other, lock } = await besideHangingChain()
  await engine.openSession({ lock })
  const liveLock = { ...lock, chainId: 31338 }
  const live = await engine.openSession({ mode: 'live', lock: liveLock })
  await pay(other, live)
  expect(await reconcile(engine.deps, { mode: 'live' })).toMatchObject({ open: 1, failures: [] })
  expect(await engine.statusOf(live)).toBe('detected')
})

it('does not affect payments of a session that also waits on another chain', async () => {
  const { engine, other, lock, ofOther } = await besideHangingChain()
  const { expiresAt, lateUntil, confirmationsRequired } = await engine.openSession({ lock })
  const terms = { lock: { ...lock, expiresAt }, expiresAt, lateUntil, confirmationsRequired }
  const both = await engine.openSession({ ...ofOther, otherTerms: [terms] })
  await pay(other, both)
  const { ask, giveUp } = givingUpByHand(engine)
  giveUp()
  await reconcile({ ...engine.deps, ask }, { mode: 'test' })
  expect(await engine.statusOf(both)).toBe('detected')
})

it('leaves work that exceeds a run’s time to the next run', async () => {
  const engine = await engineHarness()
  const [paid] = await engine.openSessions(3, () => ({ lock: lockOf(engine) }))
  if (!paid) throw new Error('three sessions are open')
  await engine.pay(paid, full)
  await engine.mine()
  const late = await reconcile(engine.deps, { mode: 'test', forMs: 0 })
  expect(late).toMatchObject({ open: 3, scanned: 0, postponed: 3, failures: [] })
  expect(await engine.reconcile()).toMatchObject({ open: 3, scanned: 1, postponed: 0 })
  expect(await engine.statusOf(paid)).toBe('detected')
})
