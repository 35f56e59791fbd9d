import { toHex } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { callNode } from '../../infra/local/chains/call-node.ts'
import { blockSeconds } from '../chain-fixture.ts'
import type { NodeProxy } from '../node-proxy.ts'
import { keepStatesFrom } from './bad-nodes.ts'
import { isDown } from './coin-fixture.ts'
import { hideAmounts } from './dishonest-nodes.ts'
import { type EngineHarness, hex } from './engine-harness.ts'
import { deployWallet, usdcLock, walletCall } from './paying.ts'
import { withNodes } from './with-nodes.ts'

const full = 1_000_000n

let engine: EngineHarness
let second: NodeProxy

withNodes(async (given) => {
  engine = given.engine
  second = given.nodes[1]
  await engine.mine()
})

/** Makes it know no block after the current newest one. */
async function standStill(node: NodeProxy): Promise<void> {
  const head = await engine.chain.node.getBlockNumber()
  const params = [toHex(head), false]
  const newest = { method: 'eth_getBlockByNumber', params }
  const block = { result: await callNode(engine.chain.rpcUrl, newest, z.unknown()) }
  const known = new Set(await Promise.all([head, head - 1n, head - 2n].map(hashOf)))
  const latestOr = (subject: unknown) => {
    if (subject === 'latest') return block
    return BigInt(String(subject)) > head ? { result: null } : undefined
  }
  node.intercept(({ method, params: asked }) => {
    const [subject, where] = z.array(z.unknown()).parse(asked ?? [])
    if (method === 'eth_getLogs') return { result: [] }
    if (method === 'eth_call') return isAmong(known, where) ? undefined : unknownBlock
    return method === 'eth_getBlockByNumber' ? latestOr(subject) : undefined
  })
}

function isAmong(hashes: ReadonlySet<string>, where: unknown): boolean {
  const { data } = z.looseObject({ blockHash: z.string() }).safeParse(where)
  return data !== undefined && hashes.has(data.blockHash)
}

const unknownBlock = { error: { code: -32000, message: 'header not found' } }

async function hashOf(blockNumber: bigint): Promise<string> {
  return (await engine.chain.node.getBlock({ blockNumber })).hash
}

describe('a node', () => {
  it('down for the whole session: nothing expires, and the payment is found afterwards', async () => {
    const [paid, unpaid] = [await engine.openSession(), await engine.openSession()]
    engine.chain.proxy.intercept(isDown)
    await engine.pay(paid, full)
    for (let minute = 0; minute < 20; minute++) {
      await engine.mine(6)
      expect((await engine.reconcile()).failures).toHaveLength(1)
    }
    await expect(engine.watch(paid)).rejects.toThrow('chain 31337')
    expect([await engine.statusOf(paid), await engine.statusOf(unpaid)]).toEqual([
      'pending',
      'pending',
    ])
    engine.chain.proxy.intercept(undefined)
    await engine.reconcile()
    expect(await engine.statusOf(unpaid)).toBe('expired')
    expect(await engine.settle(paid)).toBe('paid')
  })

  it('that has stopped keeps sessions open past their deadline', async () => {
    const session = await engine.openSession()
    await engine.mine(10)
    await standStill(engine.chain.proxy)
    await engine.pay(session, full)
    await engine.mine(40)
    expect(await engine.watch(session)).toMatchObject({ phase: 'open' })
    expect(await engine.statusOf(session)).toBe('pending')
    engine.chain.proxy.intercept(undefined)
    expect(await engine.watch(session)).toMatchObject({ phase: 'grace' })
    expect(await engine.settle(session)).toBe('paid')
  })
})

describe('a node without old states', () => {
  // The search begins before the session, and the first block of a chain has no trace.
  beforeEach(() => engine.mine(40))

  async function forgetStates(): Promise<void> {
    const oldest = (await engine.chain.node.getBlockNumber()) - 20n
    keepStatesFrom(engine, oldest, { traces: true })
  }

  it('still finds a direct payment, its transaction and its time', async () => {
    const session = await engine.openSession()
    const txHash = await engine.pay(session, full)
    await engine.mine(80)
    await forgetStates()
    expect(await engine.scan(session)).toMatchObject({ status: 'detected', txHash })
    expect(await engine.settle(session)).toBe('paid')
  })

  it('counts money sent by a contract from its oldest state on: it is never lost', async () => {
    const session = await engine.openSession()
    const payEach = { name: 'payEach', args: [[hex(session.address)], full] } as const
    await engine.chain.send(walletCall(await deployWallet(engine), payEach, full))
    await engine.mine(25)
    await forgetStates()
    expect(await engine.scan(session)).toMatchObject({ status: 'detected', txHash: null })
    expect(await engine.settle(session)).toBe('paid')
  })
})

describe('money without a known transaction', () => {
  const withoutLogs = () =>
    engine.chain.proxy.intercept(({ method }) =>
      method === 'eth_getLogs' ? { result: [] } : undefined,
    )
  const unexplained = { txHash: null, from: null, orphaned: false, amountBase: full }

  it('counts from the first scan that saw it', async () => {
    const session = await engine.openSession({ lock: usdcLock(full) })
    withoutLogs()
    await engine.payUsdc(session, full)
    await engine.mine()
    expect(await engine.scan(session)).toMatchObject({ status: 'detected', txHash: null })
    expect(await engine.settle(session)).toBe('paid')
    expect(await engine.transfersOf(session)).toMatchObject([unexplained])
  })

  it('is late if a scan after the deadline found nothing', async () => {
    const session = await engine.openSession({ lock: usdcLock(full) })
    withoutLogs()
    await engine.mine(31)
    await engine.reconcile()
    await engine.payUsdc(session, full)
    await engine.mine()
    await engine.scan(session)
    expect(await engine.settle(session)).toBe('paid_late')
  })

  it('is late if the address was empty at the deadline, even if no scan had passed it: no doubt is left', async () => {
    const session = await engine.openSession({ lock: usdcLock(full) })
    withoutLogs()
    await engine.mine(40)
    await engine.payUsdc(session, full)
    await engine.mine()
    expect((await engine.scan(session))?.status).toBe('expired')
    expect(await engine.settle(session)).toBe('paid_late')
  })

  it('keeps its time when more comes, and is replaced once its transaction is found', async () => {
    const session = await engine.openSession({ lock: usdcLock(full) })
    withoutLogs()
    await engine.payUsdc(session, full / 4n)
    await engine.mine(2)
    await engine.scan(session)
    const [first] = await engine.transfersOf(session)
    await engine.payUsdc(session, full / 4n)
    await engine.mine(2)
    await engine.scan(session)
    expect(await engine.transfersOf(session)).toMatchObject([
      { ...unexplained, amountBase: full / 4n, blockTime: first?.blockTime },
      { ...unexplained, amountBase: full / 4n },
    ])
    engine.chain.proxy.intercept(undefined)
    await engine.payUsdc(session, full / 2n)
    await engine.mine()
    await engine.scan(session)
    const standing = (await engine.transfersOf(session)).filter(({ orphaned }) => !orphaned)
    expect(standing.map(({ txHash }) => txHash === null)).toEqual([false, false, false])
    expect(await engine.settle(session)).toBe('paid')
  })

  it('is found even if our clock was hours ahead of the chain’s', async () => {
    engine.passSeconds(3 * 3600)
    const session = await engine.openSession()
    await engine.pay(session, full)
    await engine.mine()
    expect((await engine.scan(session))?.status).toBe('detected')
    expect(await engine.settle(session)).toBe('paid')
  })
})

describe('two nodes', () => {
  const balanceOne = { result: `0x${'0'.repeat(63)}1` }

  it('that disagree decide nothing until they agree', async () => {
    const session = await engine.openSession()
    engine.useNodes(engine.chain.proxy.rpcUrl, second.rpcUrl)
    await engine.pay(session, full)
    await engine.mine()
    second.intercept(({ method }) => (method === 'eth_call' ? balanceOne : undefined))
    expect((await engine.scan(session))?.status).toBe('detected')
    expect(await engine.settle(session)).toBe('detected')
    second.intercept(isDown)
    expect(await engine.settle(session)).toBe('detected')
    second.intercept(undefined)
    expect(await engine.settle(session)).toBe('paid')
    expect(await engine.eventsOf(session)).toEqual(['session.detected', 'session.paid'])
  })

  it('are called again once the missing blocks may exist, or a block later if they disagree', async () => {
    const session = await engine.openSession({ confirmationsRequired: 3 })
    engine.useNodes(engine.chain.proxy.rpcUrl, second.rpcUrl)
    const blocksLater = (blocks: number) =>
      new Date(engine.clock().getTime() + blocks * blockSeconds * 1000).toISOString()
    await engine.pay(session, full)
    await engine.mine()
    expect(await engine.recheck(session)).toMatchObject({ waitUntil: blocksLater(2) })
    await engine.mine(7)
    hideAmounts(engine, second)
    expect(await engine.recheck(session)).toMatchObject({ waitUntil: blocksLater(1) })
    second.intercept(undefined)
    expect(await engine.recheck(session)).toMatchObject({ decided: true })
  })
})
