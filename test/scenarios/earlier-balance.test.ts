import { describe, expect, it } from 'vitest'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { blockSeconds } from '../chain-fixture.ts'
import { forgetStatesBefore, hidingNode } from './bad-nodes.ts'
import { type EngineHarness, hex } from './engine-harness.ts'
import { usdcLock } from './paying.ts'
import { withEngine } from './with-engine.ts'

const full = 1_000_000n
const blocksToDeadline = 300 / blockSeconds
const blocksToWindowsEnd = 900 / blockSeconds

let engine: EngineHarness

withEngine(async (started) => {
  engine = started
  // Older than any search.
  await engine.mine(20)
})

const coin = { ...usdcLock(full), asset: 'ETH', tokenAddress: null, decimals: 18 }
const ways = [
  { in: 'coin', lock: coin, other: usdcLock(full) },
  { in: 'USDC', lock: usdcLock(full), other: coin },
]

let addresses = 0

/** An address that another instance with the same mnemonic used before. */
function usedAddress(): string {
  addresses += 1
  return `0x${'d'.repeat(8)}${addresses.toString(16).padStart(32, '0')}`
}

type Way = (typeof ways)[number]

const send = (
  session: Pick<CheckoutSession, 'address'>,
  { lock }: Pick<Way, 'lock'>,
  base: bigint,
) =>
  lock.tokenAddress
    ? engine.chain.payUsdc(hex(session.address), base)
    : engine.chain.send({ to: hex(session.address), value: base })

/** A session at an address that already holds the same asset. */
async function openedOnOldMoney(way: Way, heldBase = full): Promise<CheckoutSession> {
  const address = usedAddress()
  await send({ address }, way, heldBase)
  await engine.mine(2)
  return engine.openSession({ address, lock: way.lock })
}

async function depositsOf(session: CheckoutSession) {
  const deposits = await engine.unmatchedOf(session)
  return deposits.map(({ symbol, amountBase, reason }) => ({ symbol, amountBase, reason }))
}

const old = ({ lock }: Way, amountBase = full) => ({
  symbol: lock.asset,
  amountBase,
  reason: 'before_session',
})

describe.each(ways)('$in that an address held before its session', (way) => {
  it('pays nothing: the session expires, and the operator sees the money', async () => {
    const session = await openedOnOldMoney(way)
    await engine.mine()
    expect((await engine.reconcile()).failures).toEqual([])
    expect(await engine.load(session)).toMatchObject({
      status: 'pending',
      received: { seenBase: 0n },
    })
    expect(await depositsOf(session)).toEqual([old(way)])
    await engine.mine(blocksToDeadline + 3)
    expect((await engine.scan(session))?.status).toBe('expired')
    await engine.mine(blocksToWindowsEnd)
    await engine.watch(session)
    await engine.recheckClosed(await engine.load(session))
    expect(await engine.eventsOf(session)).toEqual(['session.expired'])
    expect(await engine.transfersOf(session)).toEqual([])
    expect(await depositsOf(session)).toEqual([old(way)])
  })

  it('is not part of a real payment of the same amount, which counts', async () => {
    const session = await openedOnOldMoney(way)
    await engine.mine()
    await engine.scan(session)
    await send(session, way, full)
    await engine.mine()
    expect((await engine.scan(session))?.status).toBe('detected')
    expect(await engine.settle(session)).toBe('paid')
    expect(await engine.load(session)).toMatchObject({ received: { confirmedBase: full } })
    expect(await engine.transfersOf(session)).toMatchObject([{ amountBase: full, orphaned: false }])
    await engine.recheckClosed(await engine.load(session))
    expect(await depositsOf(session)).toEqual([old(way)])
    expect(engine.alerts).toEqual([])
  })

  it('does not complete a partial payment', async () => {
    const session = await openedOnOldMoney(way)
    await send(session, way, full - 1n)
    await engine.mine()
    await engine.reconcile()
    expect(await engine.settle(session)).toBe('underpaid')
    await send(session, way, 1n)
    await engine.mine(4)
    await engine.reconcile()
    expect(await engine.load(session)).toMatchObject({ status: 'paid' })
  })

  it('is distinguished from a payment that the first scan finds after the session’s end', async () => {
    const session = await openedOnOldMoney(way, full * 3n)
    await engine.mine(3)
    await send(session, way, full)
    await engine.mine(blocksToWindowsEnd + 10)
    await engine.reconcile()
    expect(await engine.settle(session)).toBe('paid')
    await engine.recheckClosed(await engine.load(session))
    expect(await depositsOf(session)).toEqual([old(way, full * 3n)])
  })

  it('does not count either if its asset is chosen at checkout', async () => {
    const address = usedAddress()
    await send({ address }, way, full * 100n)
    await engine.mine(2)
    const opening = { address, lock: way.other, assetSelected: false }
    const session = await engine.openSession(opening)
    await engine.mine()
    await engine.choose(session.id, way.lock.asset)
    await engine.mine()
    await engine.reconcile()
    expect(await engine.load(session)).toMatchObject({
      status: 'pending',
      lock: { asset: way.lock.asset },
    })
    const { lock } = await engine.load(session)
    await send(session, way, lock.amountBase)
    await engine.mine()
    await engine.scan(session)
    expect(await engine.settle(session)).toBe('paid')
    await engine.recheckClosed(await engine.load(session))
    expect(await depositsOf(session)).toEqual([old(way, full * 100n)])
  })

  it('is not decided before the chain’s clock reaches the session', async () => {
    const address = usedAddress()
    await send({ address }, way, full)
    await engine.mine()
    // The chain is idle: its newest block is an hour old.
    engine.passSeconds(3600)
    const session = await engine.openSession({ address, lock: way.lock })
    engine.passSeconds(1)
    expect((await engine.scan(session))?.status).toBe('pending')
    expect(await depositsOf(session)).toEqual([])
    await engine.mineAfter(3610)
    expect((await engine.scan(session))?.status).toBe('pending')
    expect(await depositsOf(session)).toEqual([old(way)])
  })

  it('is unchanged after a reorg', async () => {
    const session = await openedOnOldMoney(way)
    await engine.mine()
    await engine.scan(session)
    expect(await depositsOf(session)).toEqual([old(way)])
    await engine.reorg(3)
    await send(session, way, full)
    await engine.mine(2)
    expect((await engine.scan(session))?.status).toBe('detected')
    expect(await engine.settle(session)).toBe('paid')
    await engine.recheckClosed(await engine.load(session))
    expect(await depositsOf(session)).toEqual([])
  })
})

describe('a chain whose clock is behind ours', () => {
  /** The chain's clock stays a minute behind. */
  async function mine(blocks = 1): Promise<void> {
    await engine.mine(blocks)
    engine.passSeconds(60)
  }

  it.each(ways)('counts a payment in $in made seconds after the session began', async (way) => {
    await mine()
    const session = await engine.openSession({ lock: way.lock })
    await send(session, way, full)
    await mine(6)
    expect((await engine.scan(session))?.status).toBe('detected')
  })

  it.each(ways)('does not count $in that came long before', async (way) => {
    const address = usedAddress()
    await send({ address }, way, full)
    await mine(9)
    const session = await engine.openSession({ address, lock: way.lock })
    await mine(7)
    expect((await engine.scan(session))?.status).toBe('pending')
    expect(await depositsOf(session)).toEqual([old(way)])
  })
})

it('counts the next payment to an address that was seen empty, whatever its block’s time', async () => {
  const session = await engine.openSession({
    createdAt: new Date(engine.clock().getTime() + 120_000),
  })
  engine.passSeconds(125)
  await engine.scan(session)
  await engine.pay(session, full)
  await engine.mine()
  expect((await engine.scan(session))?.status).toBe('detected')
})

describe('if no node has the state before the session', () => {
  const ended = async (session: CheckoutSession) => {
    const head = await engine.chain.node.getBlockNumber()
    await forgetStatesBefore(engine, head - 2n)
    await engine.scan(session)
    engine.chain.proxy.intercept(undefined)
    return engine.load(session)
  }

  it.each(ways)('a payment in $in counts', async (way) => {
    const session = await engine.openSession({ lock: way.lock })
    await send(session, way, full)
    await engine.mine(6)
    expect(await ended(session)).toMatchObject({ status: 'detected', received: { seenBase: full } })
  })

  it('a token’s logs show the earlier balance', async () => {
    const way = { in: 'USDC', lock: usdcLock(full), other: coin }
    const session = await openedOnOldMoney(way)
    await send(session, way, full / 2n)
    await engine.mine(6)
    const received = { seenBase: full / 2n }
    expect(await ended(session)).toMatchObject({ status: 'detected', received })
    expect(await depositsOf(session)).toEqual([old(way)])
  })

  it('an earlier balance that was once known is kept', async () => {
    const way = { in: 'coin', lock: coin, other: usdcLock(full) }
    const session = await openedOnOldMoney(way)
    await engine.mine()
    await engine.scan(session)
    await send(session, way, full / 2n)
    await engine.mine(6)
    const received = { seenBase: full / 2n }
    expect(await ended(session)).toMatchObject({ status: 'detected', received })
  })
})

describe('of several nodes', () => {
  it('a single node that shows no earlier balance is not trusted', async () => {
    const way = { in: 'coin', lock: coin, other: usdcLock(full) }
    const session = await openedOnOldMoney(way, full * 5n)
    await send(session, way, full)
    await engine.mine()
    const hiding = await hidingNode(engine, full * 5n)
    engine.useNodes(engine.chain.rpcUrl, hiding)
    await expect(engine.scan(session)).rejects.toThrow('disagree')
    engine.useNodes(engine.chain.rpcUrl, hiding, engine.chain.proxy.rpcUrl)
    const received = { seenBase: full }
    expect(await engine.scan(session)).toMatchObject({ status: 'detected', received })
    engine.useNodes()
  })
})
