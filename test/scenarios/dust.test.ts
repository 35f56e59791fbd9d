import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CheckoutSession } from '../../shared/checkout-sessions/rules/checkout-session.ts'
import { payer } from '../chain-fixture.ts'
import { usdcLock } from './paying.ts'
import { startTill, type Till } from './till.ts'

const full = 1_000_000n
const blocks = 100
/** Of five sessions, each scanned with a fixed number of requests. */
const perRound = 5 * 200

type Pay = (session: CheckoutSession, amountBase: bigint) => Promise<unknown>

let till: Till
beforeAll(async () => {
  till = await startTill()
  await till.chain.mintUsdc(payer, full * 1000n)
  await till.mine()
})
afterAll(() => till.stop())

/** One base unit to each of the sessions in each of so many blocks. */
async function dust(sessions: readonly CheckoutSession[], pay: Pay, count = blocks): Promise<void> {
  for (let block = 0; block < count; block++) {
    for (const session of sessions) await pay(session, 1n)
    await till.chain.mine()
  }
  await till.mine()
}

async function round(): Promise<number> {
  till.chain.proxy.requests.length = 0
  expect((await till.reconcile()).failures).toEqual([])
  return till.chain.proxy.requests.length
}

describe.each([
  ['coin', {}, () => till.pay],
  ['a token', { lock: usdcLock(full) }, () => till.payUsdc],
])('dust in %s', (_, terms, payOf) => {
  it('costs each round a bounded number of requests, and payments in full come first', async () => {
    const deadline = { expiresAt: new Date(till.clock().getTime() + 3600_000) }
    const opened = await till.openSessions(6, () => ({ ...terms, ...deadline }))
    const paid = opened.slice(5)
    const dusted = opened.slice(0, 5)
    const pay = payOf()
    await dust(dusted, pay)
    for (const session of paid) await pay(session, full)
    await till.mine()
    const order: string[] = []
    const ids = new Set(opened.map(({ id }) => id))
    till.deps.onChange = ({ after }) => ids.has(after.id) && order.push(after.id)
    expect(await round()).toBeLessThan(perRound)
    expect(order[0]).toBe(paid[0]?.id)
    expect(await Promise.all(opened.map(till.statusOf))).toEqual(opened.map(() => 'detected'))
    await dust(dusted, pay, 20)
    expect(await round()).toBeLessThan(perRound)
    for (const session of dusted) {
      const standing = (await till.transfersOf(session)).filter(({ orphaned }) => !orphaned)
      const sum = standing.reduce((total, { amountBase }) => total + amountBase, 0n)
      expect(sum).toBe(BigInt(blocks + 20))
      expect((await till.look(session)).received.seenBase).toBe(sum)
    }
  })

  it('hides no payment among it', async () => {
    const session = await till.openSession(terms)
    const pay = payOf()
    await dust([session], pay, 12)
    const hash = await pay(session, full)
    await dust([session], pay, 12)
    await till.scan(session)
    expect(await till.transfersOf(session)).toContainEqual(
      expect.objectContaining({ txHash: hash, amountBase: full }),
    )
    expect((await till.look(session)).received.seenBase).toBe(full + 24n)
  })
})
