import { describe, expect, it } from 'vitest'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import type { EngineHarness } from './engine-harness.ts'
import { usdcLock } from './paying.ts'
import { withEngine } from './with-engine.ts'

const full = 1_000_000n
const blocks = 100
/** For five sessions, each scanned with a bounded number of requests. */
const perRound = 5 * 200

type Pay = (session: CheckoutSession, amountBase: bigint) => Promise<unknown>

let engine: EngineHarness
withEngine(async (started) => {
  engine = started
  await engine.mine()
})

/** Sends one base unit to each session in each of this many blocks. */
async function dust(sessions: readonly CheckoutSession[], pay: Pay, count = blocks): Promise<void> {
  for (let block = 0; block < count; block++) {
    for (const session of sessions) await pay(session, 1n)
    await engine.chain.mine()
  }
  await engine.mine()
}

async function round(): Promise<number> {
  engine.chain.proxy.requests.length = 0
  expect((await engine.reconcile()).failures).toEqual([])
  return engine.chain.proxy.requests.length
}

describe.each([
  ['coin', {}, () => engine.pay],
  ['a token', { lock: usdcLock(full) }, () => engine.payUsdc],
])('dust in %s', (_, terms, payOf) => {
  it('costs each run a bounded number of requests, and full payments come first', async () => {
    const deadline = { expiresAt: new Date(engine.clock().getTime() + 3600_000) }
    const opened = await engine.openSessions(6, () => ({ ...terms, ...deadline }))
    const paid = opened.slice(5)
    const dusted = opened.slice(0, 5)
    const pay = payOf()
    await dust(dusted, pay)
    for (const session of paid) await pay(session, full)
    await engine.mine()
    const order: string[] = []
    const ids = new Set(opened.map(({ id }) => id))
    engine.deps.onChange = ({ after }) => ids.has(after.id) && order.push(after.id)
    expect(await round()).toBeLessThan(perRound)
    expect(order[0]).toBe(paid[0]?.id)
    expect(await Promise.all(opened.map(engine.statusOf))).toEqual(opened.map(() => 'detected'))
    await dust(dusted, pay, 20)
    expect(await round()).toBeLessThan(perRound)
    for (const session of dusted) {
      const standing = (await engine.transfersOf(session)).filter(({ orphaned }) => !orphaned)
      const sum = standing.reduce((total, { amountBase }) => total + amountBase, 0n)
      expect(sum).toBe(BigInt(blocks + 20))
      expect((await engine.load(session)).received.seenBase).toBe(sum)
    }
  })

  it('does not hide a payment', async () => {
    const session = await engine.openSession(terms)
    const pay = payOf()
    await dust([session], pay, 12)
    const hash = await pay(session, full)
    await dust([session], pay, 12)
    await engine.scan(session)
    expect(await engine.transfersOf(session)).toContainEqual(
      expect.objectContaining({ txHash: hash, amountBase: full }),
    )
    expect((await engine.load(session)).received.seenBase).toBe(full + 24n)
  })
})
