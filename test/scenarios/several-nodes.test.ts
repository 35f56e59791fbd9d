import { describe, expect, it } from 'vitest'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { isDown } from './coin-fixture.ts'
import { addToAmounts, forgeBlocks, hideAmounts, lagBehind } from './dishonest-nodes.ts'
import type { EngineHarness } from './engine-harness.ts'
import { usdcLock } from './paying.ts'
import { type ThreeNodes, withNodes } from './with-nodes.ts'

const full = 1_000_000n

let engine: EngineHarness
let nodes: ThreeNodes

withNodes(async (given) => {
  ;({ engine, nodes } = given)
  await engine.mine(60)
})

function useNodes(count: 2 | 3): void {
  engine.useNodes(...nodes.slice(0, count).map(({ rpcUrl }) => rpcUrl))
}

/** Runs what every timer would run now. */
async function wake(session: CheckoutSession): Promise<CheckoutSession> {
  await engine.reconcile()
  await engine.scan(session)
  return engine.load(session)
}

describe.each([
  ['within what our clock allows', 60],
  ['beyond what our clock allows', 120],
])('one node of three that invents blocks %s', (_, ahead) => {
  it('expires and closes nothing, and blocks no payment', async () => {
    const [lying] = nodes
    const [unpaid, paid, late] = [
      await engine.openSession(),
      await engine.openSession({ lock: usdcLock(full) }),
      await engine.openSession(),
    ]
    useNodes(3)
    forgeBlocks(engine, lying, { ahead })
    await engine.mine()
    for (const session of [unpaid, paid, late]) {
      expect(await wake(session)).toMatchObject({ status: 'pending', closedAt: null })
    }
    const txHash = await engine.payUsdc(paid, full)
    await engine.mine()
    expect(await wake(paid)).toMatchObject({ status: 'detected', txHash })
    expect(await engine.settle(paid)).toBe('paid')
    await engine.mine(31)
    expect(await wake(unpaid)).toMatchObject({ status: 'expired', closedAt: null })
    expect(await wake(late)).toMatchObject({ status: 'expired', closedAt: null })
    await engine.pay(late, full)
    await engine.mine()
    await engine.scan(late)
    expect(await engine.settle(late)).toBe('paid_late')
    await engine.mine(60)
    expect((await wake(unpaid)).closedAt).toEqual(engine.clock())
  })
})

describe.each([2, 3] as const)('%i honest nodes, one of them ahead', (count) => {
  it.each([3, 5])(
    'by %i blocks: sessions are paid, underpaid, expired and closed on time',
    async (lag) => {
      useNodes(count)
      for (const node of nodes.slice(1, count)) lagBehind(engine, node, lag)
      const [full1, half, unpaid] = [
        await engine.openSession({ lock: usdcLock(full) }),
        await engine.openSession(),
        await engine.openSession(),
      ]
      await engine.payUsdc(full1, full)
      await engine.pay(half, full / 2n)
      await engine.mine()
      // At the node that is ahead.
      expect((await engine.scan(full1))?.status).toBe('detected')
      expect((await engine.scan(half))?.received).toMatchObject({ seenBase: full / 2n })
      await engine.mine(lag + 5)
      await engine.recheck(full1)
      await engine.recheck(half)
      expect(await engine.statusOf(full1)).toBe('paid')
      expect(await engine.statusOf(half)).toBe('underpaid')
      const deadline = unpaid.expiresAt.getTime()
      while (engine.clock().getTime() <= deadline + lag * 10_000 - 10_000) await engine.mine()
      expect((await wake(unpaid)).status).toBe('pending')
      // By the block with three confirmations that two nodes have.
      await engine.mine(4)
      expect((await wake(unpaid)).status).toBe('expired')
      await engine.mine(60 + lag)
      expect((await wake(unpaid)).closedAt).toEqual(engine.clock())
      expect((await wake(half)).closedAt).toEqual(engine.clock())
    },
  )
})

describe('a node that is more than two minutes behind', () => {
  it('of two stops confirmation, not detection', async () => {
    useNodes(2)
    const [paid, unpaid] = [await engine.openSession(), await engine.openSession()]
    lagBehind(engine, nodes[0], 13)
    await engine.pay(paid, full)
    await engine.mine()
    expect((await engine.scan(paid))?.status).toBe('detected')
    await engine.mine(60)
    expect((await engine.recheck(paid)).decided).toBe(false)
    expect((await wake(unpaid)).status).toBe('pending')
    expect((await engine.reconcile()).reached.get(31337)).toBe('seen')
    nodes[0].intercept(undefined)
    expect(await engine.settle(paid)).toBe('paid')
    expect((await wake(unpaid)).status).toBe('expired')
  })

  it('of three is not needed', async () => {
    useNodes(3)
    const [paid, unpaid] = [await engine.openSession(), await engine.openSession()]
    lagBehind(engine, nodes[0], 13)
    await engine.pay(paid, full)
    await engine.mine()
    expect((await engine.scan(paid))?.status).toBe('detected')
    expect(await engine.settle(paid)).toBe('paid')
    await engine.mine(31)
    expect((await wake(unpaid)).status).toBe('expired')
    expect((await engine.reconcile()).reached.get(31337) ?? 'agreed').toBe('agreed')
  })
})

describe('two nodes of one operator', () => {
  it('are one vote: blocks and money invented by both expire and pay nothing', async () => {
    const [own, other] = nodes
    const session = await engine.openSession({ lock: usdcLock(full) })
    engine.useNodes(`${own.rpcUrl}/one`, `${own.rpcUrl}/two`, other.rpcUrl)
    forgeBlocks(engine, own, { ahead: 40 })
    engine.passSeconds(310)
    expect((await wake(session)).status).toBe('pending')
    addToAmounts(engine, own, full)
    await engine.mine(2)
    await engine.scan(session)
    expect(await engine.settle(session)).not.toBe('paid')
    expect((await engine.reconcile()).reached.get(31337)).toBe('seen')
  })

  it('confirm alone if no other operator is configured', async () => {
    const [own] = nodes
    const [paid, unpaid] = [await engine.openSession(), await engine.openSession()]
    engine.useNodes(`${own.rpcUrl}/one`, `${own.rpcUrl}/two`)
    await engine.pay(paid, full)
    await engine.mine()
    await engine.scan(paid)
    expect(await engine.settle(paid)).toBe('paid')
    await engine.mine(31)
    expect((await wake(unpaid)).status).toBe('expired')
  })
})

describe('nodes with different blocks of the same number', () => {
  it.each([1, 7])('are compared at the newest block that they share, %i below', async (fork) => {
    useNodes(2)
    const [paid, unpaid] = [await engine.openSession(), await engine.openSession()]
    await engine.pay(paid, full)
    await engine.mine()
    forgeBlocks(engine, nodes[1], { ahead: 0, fork })
    expect((await engine.scan(paid))?.status).toBe('detected')
    await engine.mine(6 + fork)
    expect(await engine.recheck(paid)).toMatchObject({ decided: true })
    expect(await engine.statusOf(paid)).toBe('paid')
    await engine.mine(40)
    expect((await wake(unpaid)).status).toBe('expired')
  })
})

describe('one node of three', () => {
  it('that shows money that no other node has pays nothing', async () => {
    useNodes(3)
    lagBehind(engine, nodes[1], 4)
    lagBehind(engine, nodes[2], 4)
    addToAmounts(engine, nodes[0], full)
    const expiresAt = new Date(engine.clock().getTime() + 1_000_000)
    const session = await engine.openSession({
      lock: usdcLock(full),
      expiresAt,
      lateUntil: new Date(expiresAt.getTime() + 600_000),
    })
    await engine.mine(2)
    await engine.scan(session)
    expect(await engine.settle(session)).not.toBe('paid')
    expect(await engine.eventsOf(session)).not.toContain('session.paid')
    // A real payment still counts.
    await engine.payUsdc(session, full)
    await engine.mine()
    expect(await engine.settle(session)).toBe('paid')
    const [transfer] = (await engine.transfersOf(session)).filter(({ orphaned }) => !orphaned)
    expect(transfer).toMatchObject({ amountBase: full })
  })

  it('that is ahead and hides money delays neither detection nor confirmation', async () => {
    useNodes(3)
    lagBehind(engine, nodes[1], 4)
    lagBehind(engine, nodes[2], 4)
    hideAmounts(engine, nodes[0])
    const session = await engine.openSession({ lock: usdcLock(full) })
    const txHash = await engine.payUsdc(session, full)
    await engine.mine(5)
    expect(await engine.scan(session)).toMatchObject({ status: 'detected', txHash })
    expect(await engine.settle(session)).toBe('paid')
  })
})

describe('an operator that is down', () => {
  it('of two that hangs delays a scan by one timeout, and nothing else', async () => {
    useNodes(2)
    const session = await engine.openSession()
    await engine.pay(session, full)
    await engine.mine()
    nodes[1].intercept(() => 'hang')
    nodes[1].requests.length = 0
    expect((await engine.scan(session))?.status).toBe('detected')
    expect(nodes[1].requests).toHaveLength(1)
  })
})

describe('our own clock', () => {
  it('has to be past the deadline and the window as well', async () => {
    const session = await engine.openSession()
    await engine.chain.mine(45)
    expect((await wake(session)).status).toBe('pending')
    engine.setClock(new Date(session.expiresAt.getTime() + 1000))
    expect(await wake(session)).toMatchObject({ status: 'expired', closedAt: null })
    await engine.chain.mine(60)
    expect((await wake(session)).closedAt).toBeNull()
    engine.setClock(new Date(session.lateUntil.getTime() + 1000))
    expect((await wake(session)).closedAt).toEqual(engine.clock())
  })

  it('does not trust a head that is more than 15 minutes later', async () => {
    const session = await engine.openSession()
    await engine.pay(session, full)
    await engine.chain.mine(100)
    await expect(engine.scan(session)).rejects.toThrow('chain 31337')
    expect(await engine.statusOf(session)).toBe('pending')
    await engine.mine()
    expect((await engine.scan(session))?.status).toBe('detected')
  })
})

describe('the count of confirmations', () => {
  it('never decreases, whichever nodes respond', async () => {
    useNodes(3)
    lagBehind(engine, nodes[2], 4)
    const session = await engine.openSession({ confirmationsRequired: 12 })
    await engine.pay(session, full)
    const counts: number[] = []
    const note = async () => counts.push((await engine.scan(session))?.received.confirmations ?? 0)
    for (let block = 0; block < 12; block++) {
      await engine.mine()
      nodes[0].intercept(block % 3 === 2 ? isDown : undefined)
      await note()
    }
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    expect(counts.at(-1)).toBeGreaterThan(8)
  })
})
