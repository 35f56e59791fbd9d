import { describe, expect, it } from 'vitest'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { forgetStatesBefore } from './bad-nodes.ts'
import { misdateBlock } from './dishonest-nodes.ts'
import { type EngineHarness, hex } from './engine-harness.ts'
import { newPayer, usdcLock } from './paying.ts'
import { type ThreeNodes, withNodes } from './with-nodes.ts'

const full = 1_000_000n

let engine: EngineHarness
let nodes: ThreeNodes

withNodes(async (given) => {
  ;({ engine, nodes } = given)
  await engine.mine(3)
})

/** A payment that can be mined in a block of a reorg. */
async function signedPayment(session: CheckoutSession) {
  const paying = await newPayer(engine)
  return paying.sign({ to: hex(session.address), value: full, nonce: 0 })
}

/** Mines until the newest block is this many blocks after the last one up to `deadline`. */
async function minePast(deadline: Date, blocks: number): Promise<void> {
  const { timestamp } = await engine.chain.node.getBlock()
  const seconds = Math.floor(deadline.getTime() / 1000) - Number(timestamp)
  await engine.mine(Math.floor(seconds / 10) + blocks)
}

describe('a block past a deadline that is reorged', () => {
  it('expires nothing: the payment in its place is in time', async () => {
    const session = await engine.openSession()
    const payment = await signedPayment(session)
    await minePast(session.expiresAt, 1)
    await engine.scan(session)
    expect(await engine.statusOf(session)).toBe('pending')
    await engine.reorg(2, [[payment, 0]])
    await engine.mine(3)
    await engine.scan(session)
    expect(await engine.settle(session)).toBe('paid')
    expect(await engine.eventsOf(session)).toEqual(['session.detected', 'session.paid'])
  })

  it('closes nothing: the payment in its place is still late', async () => {
    const session = await engine.openSession()
    const payment = await signedPayment(session)
    await minePast(session.expiresAt, 3)
    await engine.scan(session)
    expect(await engine.statusOf(session)).toBe('expired')
    await minePast(session.lateUntil, 1)
    await engine.scan(session)
    expect((await engine.load(session)).closedAt).toBeNull()
    await engine.reorg(2, [[payment, 0]])
    await engine.mine(3)
    await engine.scan(session)
    expect(await engine.settle(session)).toBe('paid_late')
  })

  it('ends both in the end', async () => {
    const session = await engine.openSession()
    await minePast(session.expiresAt, 3)
    await engine.scan(session)
    expect(await engine.statusOf(session)).toBe('expired')
    await minePast(session.lateUntil, 3)
    await engine.scan(session)
    expect((await engine.load(session)).closedAt).toEqual(engine.clock())
  })

  it('ends it at once where confirmations take a minute or more', async () => {
    const session = await engine.openSession({ confirmationsRequired: 6 })
    await minePast(session.expiresAt, 1)
    await engine.scan(session)
    expect(await engine.statusOf(session)).toBe('expired')
    await minePast(session.lateUntil, 5)
    await engine.scan(session)
    expect((await engine.load(session)).closedAt).toBeNull()
    await engine.mine()
    await engine.scan(session)
    expect((await engine.load(session)).closedAt).toEqual(engine.clock())
  })
})

const assets = {
  ETH: {
    open: () => engine.openSession(),
    pay: (session: CheckoutSession) => engine.pay(session, full),
  },
  USDC: {
    open: () => engine.openSession({ lock: usdcLock(full) }),
    pay: (session: CheckoutSession) => engine.payUsdc(session, full),
  },
}

const earlier = (at: Date) => new Date(at.getTime() - 20_000)
const later = (at: Date) => new Date(at.getTime() + 20_000)

describe.each(['ETH', 'USDC'] as const)(
  'one of three nodes that misdates a payment in %s',
  (symbol) => {
    const { open, pay } = assets[symbol]

    async function misdated(session: CheckoutSession, at: Date) {
      engine.useNodes(...nodes.map(({ rpcUrl }) => rpcUrl))
      await pay(session)
      await engine.mine()
      const number = await engine.chain.node.getBlockNumber()
      misdateBlock(engine, nodes[0], { number, at })
      return number
    }

    it('does not make it late: it is detected, and paid', async () => {
      const session = await open()
      await misdated(session, later(session.expiresAt))
      await minePast(session.expiresAt, 4)
      await engine.scan(session)
      expect(await engine.statusOf(session)).toBe('detected')
      expect(await engine.settle(session)).toBe('paid')
    })

    it('does not make it come after the window', async () => {
      const session = await open()
      await minePast(session.expiresAt, 4)
      await engine.scan(session)
      await misdated(session, later(session.lateUntil))
      await minePast(session.lateUntil, 4)
      await engine.scan(session)
      expect(await engine.settle(session)).toBe('paid_late')
      await engine.recheckClosed(await engine.load(session))
      expect(
        (await engine.unmatched()).filter(({ sessionId }) => sessionId === session.id),
      ).toEqual([])
    })

    it('does not make it come in time', async () => {
      const session = await open()
      await minePast(session.expiresAt, 4)
      await misdated(session, earlier(session.expiresAt))
      await engine.mine(3)
      await engine.scan(session)
      expect(await engine.settle(session)).toBe('paid_late')
    })

    it('does not make it pay after the window, at a price that ended long ago', async () => {
      const session = await open()
      await minePast(session.lateUntil, 4)
      await misdated(session, earlier(session.expiresAt))
      await engine.mine(3)
      await engine.scan(session)
      await engine.settle(session)
      await engine.scan(session)
      expect(await engine.eventsOf(session)).toEqual(['session.expired'])
      const closed = await engine.load(session)
      expect(closed.closedAt).not.toBeNull()
      await engine.recheckClosed(closed)
      expect(
        (await engine.unmatched()).filter(({ sessionId }) => sessionId === session.id),
      ).toMatchObject([{ amountBase: full, reason: 'after_window' }])
    })

    it('changes nothing either if the others have no states that old', async () => {
      const session = await open()
      const number = await misdated(session, later(session.expiresAt))
      await minePast(session.expiresAt, 4)
      const newest = await engine.chain.node.getBlockNumber()
      for (const proxy of nodes.slice(1)) {
        await forgetStatesBefore({ ...engine, chain: { ...engine.chain, proxy } }, newest - 2n)
      }
      expect(number).toBeLessThan(newest - 2n)
      await engine.scan(session)
      expect(await engine.statusOf(session)).toBe('detected')
      expect(await engine.settle(session)).toBe('paid')
    })
  },
)

it('40 installments in as many blocks are in time, even if they are seen only after the deadline', async () => {
  const session = await engine.openSession({
    expiresAt: afterSeconds(600),
    lateUntil: afterSeconds(900),
  })
  for (let part = 0; part < 40; part++) {
    await engine.pay(session, full / 40n)
    await engine.mine()
  }
  await minePast(session.expiresAt, 4)
  await engine.scan(session)
  expect(await engine.settle(session)).toBe('paid')
})

function afterSeconds(seconds: number): Date {
  return new Date(engine.clock().getTime() + seconds * 1000)
}

describe('a payment whose transaction was not found at first', () => {
  it('gets it from a later scan, when the node has its log', async () => {
    const session = await engine.openSession({ lock: usdcLock(full) })
    const payment = await engine.payUsdc(session, full)
    await engine.mine()
    engine.chain.proxy.intercept(({ method }) =>
      method === 'eth_getLogs' ? { result: [] } : undefined,
    )
    expect(await engine.scan(session)).toMatchObject({ status: 'detected', txHash: null })
    engine.chain.proxy.intercept(undefined)
    expect(await engine.settle(session)).toBe('paid')
    expect(await engine.load(session)).toMatchObject({ txHash: payment })
    const standing = (await engine.transfersOf(session)).filter(({ orphaned }) => !orphaned)
    expect(standing).toMatchObject([{ txHash: payment, amountBase: full }])
  })

  it('is not detected if a reorg removed it meanwhile', async () => {
    const session = await engine.openSession({ lock: usdcLock(full) })
    await engine.payUsdc(session, full)
    await engine.mine()
    let isReorged = false
    engine.chain.proxy.intercept(async ({ method }) => {
      if (method !== 'eth_getLogs' || isReorged) return undefined
      isReorged = true
      await engine.reorg(1)
      return undefined
    })
    await expect(engine.scan(session)).rejects.toThrow('chain 31337')
    expect(await engine.statusOf(session)).toBe('pending')
    await engine.mine()
    await engine.scan(session)
    expect(await engine.eventsOf(session)).toEqual([])
  })
})
