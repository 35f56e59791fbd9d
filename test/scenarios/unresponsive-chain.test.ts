import { expect, it, onTestFinished } from 'vitest'
import type { AskChain } from '../../shared/chain/nodes/ask-chain.ts'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { partsOf, shardsOfPart } from '../../shared/payments/ledger/rules/reconciler-parts.ts'
import { reconcile } from '../../shared/payments/ledger/scanning/reconcile.ts'
import { startTestChain } from '../chain-fixture.ts'
import { eventually } from '../eventually.ts'
import { lock as lockOf } from './coin-fixture.ts'
import { type EngineHarness, engineHarness, hex } from './engine-harness.ts'

const full = 10_000_000_000_000_000n

/** An engine harness on two chains, of which the first one hangs: it accepts connections and never responds. */
async function besideHangingChain(options?: Parameters<typeof engineHarness>[0]) {
  const engine = await engineHarness(options)
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

/** Makes calls of the first chain time out when the test says so, and counts those before that. */
function givingUpByHand({ chain }: EngineHarness) {
  const givenUp = Promise.withResolvers<never>()
  givenUp.promise.catch(() => undefined)
  const calls = { waiting: 0 }
  const ask: AskChain = (client, work) => {
    if (client.chain.chainId !== chain.chain.chainId) return work(client)
    calls.waiting += 1
    return Promise.race([work(client), givenUp.promise])
  }
  return { ask, calls, giveUp: () => givenUp.reject(new Error('given up')) }
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

it.each([
  { pageSize: 8, calls: 3 },
  // Not all eight pages are asked for at once, in case the chain is merely slow.
  { pageSize: 3, calls: 4 },
])(
  'nor any page of open sessions, $pageSize at a time, and is asked for few',
  async ({ pageSize, ...expected }) => {
    const { engine, other, lock, ofOther } = await besideHangingChain()
    const opened = await engine.openSessions(24, (index) => (index % 2 ? ofOther : { lock }))
    const paid = opened.filter(({ lock: { chainId } }) => chainId === 31338)
    for (const { address } of paid) await other.send({ to: hex(address), value: full })
    await other.mine()
    const { ask, calls, giveUp } = givingUpByHand(engine)
    const round = reconcile({ ...engine.deps, ask }, { mode: 'test', pageSize })
    const statuses = () => Promise.all(paid.map(engine.statusOf))
    await eventually(statuses, (all) => all.every((status) => status === 'detected'))
    expect(calls.waiting).toBe(expected.calls)
    giveUp()
    expect(await round).toMatchObject({ open: 24, scanned: 12, postponed: 0 })
  },
)

it('nor any of 16 shards, in whichever part of the reconciler they are', async () => {
  const indexShards = { count: 16, before: 16, from: new Date(0).toISOString() }
  const { engine, other, lock, ofOther } = await besideHangingChain({ settings: { indexShards } })
  const opened = await engine.openSessions(32, (index) => ({
    ...(index % 2 ? ofOther : { lock }),
    shard: Math.floor(index / 2) || undefined,
  }))
  const paid = opened.filter(({ lock: { chainId } }) => chainId === 31338)
  for (const { address } of paid) await other.send({ to: hex(address), value: full })
  await other.mine()
  const { ask, giveUp } = givingUpByHand(engine)
  const rounds = Array.from({ length: partsOf(16) }, (_, part) =>
    reconcile(
      { ...engine.deps, ask },
      { mode: 'test', shards: shardsOfPart(part, 16, engine.deps.now()) },
    ),
  )
  const statuses = () => Promise.all(paid.map(engine.statusOf))
  await eventually(statuses, (all) => all.every((status) => status === 'detected'))
  giveUp()
  const reports = await Promise.all(rounds)
  expect(reports.map(({ open, scanned }) => [open, scanned])).toEqual([
    [8, 4],
    ...Array.from({ length: 4 }, () => [6, 3]),
  ])
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
