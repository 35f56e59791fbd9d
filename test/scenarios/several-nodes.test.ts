import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { CheckoutSession } from '../../shared/checkout-sessions/rules/checkout-session.ts'
import { payer } from '../chain-fixture.ts'
import { type NodeProxy, startNodeProxy } from '../node-proxy.ts'
import { addToAmounts, forgeBlocks, hideAmounts, lagBehind } from './lying-nodes.ts'
import { usdcLock } from './paying.ts'
import { startTill, type Till } from './till.ts'

const full = 1_000_000n

let till: Till
/** Nodes of three operators. They are the same one, seen through proxies of their own. */
let nodes: readonly [NodeProxy, NodeProxy, NodeProxy]

beforeAll(async () => {
  till = await startTill()
  const { rpcUrl } = till.chain
  nodes = [till.chain.proxy, startNodeProxy(rpcUrl), startNodeProxy(rpcUrl)]
  await till.chain.mintUsdc(payer, full * 1000n)
  await till.mine(60)
})
afterEach(() => {
  for (const node of nodes) node.intercept(undefined)
  till.readThrough()
})
afterAll(async () => {
  await Promise.all(nodes.slice(1).map((node) => node.stop()))
  await till.stop()
})

const isDown = () => ({ error: { code: -32000, message: 'node is down' } })

function readThrough(count: 2 | 3): void {
  till.readThrough(...nodes.slice(0, count).map(({ rpcUrl }) => rpcUrl))
}

/** What every timer would do at this moment. */
async function wake(session: CheckoutSession): Promise<CheckoutSession> {
  await till.reconcile()
  await till.scan(session)
  return till.look(session)
}

describe.each([
  ['within what our clock allows', 60],
  ['beyond what our clock allows', 120],
])('one node of three that invents blocks %s', (_, ahead) => {
  it('expires and closes nothing, and stops no payment', async () => {
    const [lying] = nodes
    const [unpaid, paid, late] = [
      await till.openSession(),
      await till.openSession({ lock: usdcLock(full) }),
      await till.openSession(),
    ]
    readThrough(3)
    forgeBlocks(till, lying, { ahead })
    await till.mine()
    for (const session of [unpaid, paid, late]) {
      expect(await wake(session)).toMatchObject({ status: 'pending', closedAt: null })
    }
    const txHash = await till.payUsdc(paid, full)
    await till.mine()
    expect(await wake(paid)).toMatchObject({ status: 'detected', txHash })
    expect(await till.settle(paid)).toBe('paid')
    await till.mine(31)
    expect(await wake(unpaid)).toMatchObject({ status: 'expired', closedAt: null })
    expect(await wake(late)).toMatchObject({ status: 'expired', closedAt: null })
    await till.pay(late, full)
    await till.mine()
    await till.scan(late)
    expect(await till.settle(late)).toBe('paid_late')
    await till.mine(60)
    expect((await wake(unpaid)).closedAt).toEqual(till.clock())
  })
})

describe.each([2, 3] as const)('%i honest nodes, one always blocks ahead', (count) => {
  it.each([3, 5])(
    'by %i: sessions are paid, underpaid, expired and closed on time',
    async (lag) => {
      readThrough(count)
      for (const node of nodes.slice(1, count)) lagBehind(till, node, lag)
      const [full1, half, unpaid] = [
        await till.openSession({ lock: usdcLock(full) }),
        await till.openSession(),
        await till.openSession(),
      ]
      await till.payUsdc(full1, full)
      await till.pay(half, full / 2n)
      await till.mine()
      // At the node that is ahead.
      expect((await till.scan(full1))?.status).toBe('detected')
      expect((await till.scan(half))?.received).toMatchObject({ seenBase: full / 2n })
      await till.mine(lag + 5)
      await till.recheck(full1)
      await till.recheck(half)
      expect(await till.statusOf(full1)).toBe('paid')
      expect(await till.statusOf(half)).toBe('underpaid')
      const deadline = unpaid.expiresAt.getTime()
      while (till.clock().getTime() <= deadline + lag * 10_000 - 10_000) await till.mine()
      expect((await wake(unpaid)).status).toBe('pending')
      await till.mine(2)
      expect((await wake(unpaid)).status).toBe('expired')
      await till.mine(60 + lag)
      expect((await wake(unpaid)).closedAt).toEqual(till.clock())
      expect((await wake(half)).closedAt).toEqual(till.clock())
    },
  )
})

describe('a node that is more than two minutes behind', () => {
  it('of two stops judgement, not detection', async () => {
    readThrough(2)
    const [paid, unpaid] = [await till.openSession(), await till.openSession()]
    lagBehind(till, nodes[0], 13)
    await till.pay(paid, full)
    await till.mine()
    expect((await till.scan(paid))?.status).toBe('detected')
    await till.mine(60)
    expect((await till.recheck(paid)).decided).toBe(false)
    expect((await wake(unpaid)).status).toBe('pending')
    expect((await till.reconcile()).reached.get(31337)).toBe('seen')
    nodes[0].intercept(undefined)
    expect(await till.settle(paid)).toBe('paid')
    expect((await wake(unpaid)).status).toBe('expired')
  })

  it('of three is not missed', async () => {
    readThrough(3)
    const [paid, unpaid] = [await till.openSession(), await till.openSession()]
    lagBehind(till, nodes[0], 13)
    await till.pay(paid, full)
    await till.mine()
    expect((await till.scan(paid))?.status).toBe('detected')
    expect(await till.settle(paid)).toBe('paid')
    await till.mine(31)
    expect((await wake(unpaid)).status).toBe('expired')
    expect((await till.reconcile()).reached.get(31337) ?? 'agreed').toBe('agreed')
  })
})

describe('two nodes of one operator', () => {
  it('are one vote: blocks and money that both invent expire and pay nothing', async () => {
    const [own, other] = nodes
    const session = await till.openSession({ lock: usdcLock(full) })
    till.readThrough(`${own.rpcUrl}/one`, `${own.rpcUrl}/two`, other.rpcUrl)
    forgeBlocks(till, own, { ahead: 40 })
    till.passSeconds(310)
    expect((await wake(session)).status).toBe('pending')
    addToAmounts(till, own, full)
    await till.mine(2)
    await till.scan(session)
    expect(await till.settle(session)).not.toBe('paid')
    expect((await till.reconcile()).reached.get(31337)).toBe('seen')
  })

  it('judge alone if no other operator is configured', async () => {
    const [own] = nodes
    const [paid, unpaid] = [await till.openSession(), await till.openSession()]
    till.readThrough(`${own.rpcUrl}/one`, `${own.rpcUrl}/two`)
    await till.pay(paid, full)
    await till.mine()
    await till.scan(paid)
    expect(await till.settle(paid)).toBe('paid')
    await till.mine(31)
    expect((await wake(unpaid)).status).toBe('expired')
  })
})

describe('nodes on different blocks of one number', () => {
  it.each([1, 7])('are judged at the newest block that they share, %i below', async (fork) => {
    readThrough(2)
    const [paid, unpaid] = [await till.openSession(), await till.openSession()]
    await till.pay(paid, full)
    await till.mine()
    forgeBlocks(till, nodes[1], { ahead: 0, fork })
    expect((await till.scan(paid))?.status).toBe('detected')
    await till.mine(6 + fork)
    expect(await till.recheck(paid)).toMatchObject({ decided: true })
    expect(await till.statusOf(paid)).toBe('paid')
    await till.mine(40)
    expect((await wake(unpaid)).status).toBe('expired')
  })
})

describe('one node of three', () => {
  it('that shows money which nobody else has gets nothing paid', async () => {
    readThrough(3)
    lagBehind(till, nodes[1], 4)
    lagBehind(till, nodes[2], 4)
    addToAmounts(till, nodes[0], full)
    const session = await till.openSession({ lock: usdcLock(full) })
    await till.mine(2)
    await till.scan(session)
    expect(await till.settle(session)).not.toBe('paid')
    expect(await till.eventsOf(session)).not.toContain('session.paid')
    // It does not keep what was really paid from counting.
    await till.payUsdc(session, full)
    await till.mine()
    expect(await till.settle(session)).toBe('paid')
    const [transfer] = (await till.transfersOf(session)).filter(({ orphaned }) => !orphaned)
    expect(transfer).toMatchObject({ amountBase: full })
  })

  it('that is ahead and hides money delays neither its detection nor its judgement', async () => {
    readThrough(3)
    lagBehind(till, nodes[1], 4)
    lagBehind(till, nodes[2], 4)
    hideAmounts(till, nodes[0])
    const session = await till.openSession({ lock: usdcLock(full) })
    const txHash = await till.payUsdc(session, full)
    await till.mine(5)
    expect(await till.scan(session)).toMatchObject({ status: 'detected', txHash })
    expect(await till.settle(session)).toBe('paid')
  })
})

describe('an operator that is down', () => {
  it('of two leaves detection, and stops every judgement until it is back', async () => {
    readThrough(2)
    const [paid, unpaid] = [await till.openSession(), await till.openSession()]
    await till.pay(paid, full)
    await till.mine()
    nodes[1].intercept(isDown)
    expect((await till.scan(paid))?.status).toBe('detected')
    await till.mine(40)
    expect((await till.reconcile()).reached.get(31337)).toBe('seen')
    expect((await wake(unpaid)).status).toBe('pending')
    expect(await till.settle(paid)).toBe('detected')
    nodes[1].intercept(undefined)
    expect(await till.settle(paid)).toBe('paid')
    expect((await wake(unpaid)).status).toBe('expired')
  })

  it('of two that hangs costs a scan its patience once, and nothing else', async () => {
    readThrough(2)
    const session = await till.openSession()
    await till.pay(session, full)
    await till.mine()
    nodes[1].intercept(() => 'hang')
    nodes[1].requests.length = 0
    expect((await till.scan(session))?.status).toBe('detected')
    expect(nodes[1].requests).toHaveLength(1)
  })
})

describe('our own clock', () => {
  it('has to be past the deadline and the window as well', async () => {
    const session = await till.openSession()
    await till.chain.mine(45)
    expect((await wake(session)).status).toBe('pending')
    till.setClock(new Date(session.expiresAt.getTime() + 1000))
    expect(await wake(session)).toMatchObject({ status: 'expired', closedAt: null })
    await till.chain.mine(60)
    expect((await wake(session)).closedAt).toBeNull()
    till.setClock(new Date(session.lateUntil.getTime() + 1000))
    expect((await wake(session)).closedAt).toEqual(till.clock())
  })

  it('does not believe a head that is more than 15 minutes later', async () => {
    const session = await till.openSession()
    await till.pay(session, full)
    await till.chain.mine(100)
    await expect(till.scan(session)).rejects.toThrow('chain 31337')
    expect(await till.statusOf(session)).toBe('pending')
    await till.mine()
    expect((await till.scan(session))?.status).toBe('detected')
  })
})

describe('the count of confirmations', () => {
  it('never goes back, whichever nodes respond', async () => {
    readThrough(3)
    lagBehind(till, nodes[2], 4)
    const session = await till.openSession({ confirmationsRequired: 12 })
    await till.pay(session, full)
    const counts: number[] = []
    const note = async () => counts.push((await till.scan(session))?.received.confirmations ?? 0)
    for (let block = 0; block < 12; block++) {
      await till.mine()
      nodes[0].intercept(block % 3 === 2 ? isDown : undefined)
      await note()
    }
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    expect(counts.at(-1)).toBeGreaterThan(8)
  })
})
