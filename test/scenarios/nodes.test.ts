import { toHex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { callNode } from '../../infra/local/chains/call-node.ts'
import { blockSeconds, payer } from '../chain-fixture.ts'
import { type NodeProxy, startNodeProxy } from '../node-proxy.ts'
import { keepStatesFrom } from './bad-nodes.ts'
import { hideAmounts } from './lying-nodes.ts'
import { deployWallet, usdcLock, walletCall } from './paying.ts'
import { hex, startTill, type Till } from './till.ts'

const full = 1_000_000n

let till: Till
/** A second node; it is the same one, seen through a proxy of its own. */
let second: NodeProxy

beforeAll(async () => {
  till = await startTill()
  second = startNodeProxy(till.chain.rpcUrl)
  await till.chain.mintUsdc(payer, full * 1000n)
  await till.mine()
})
afterEach(() => {
  till.chain.proxy.intercept(undefined)
  second.intercept(undefined)
  till.readThrough()
})
afterAll(async () => {
  await second.stop()
  await till.stop()
})

const isDown = () => ({ error: { code: -32000, message: 'node is down' } })

/** It knows no block after the newest one there is now. */
async function standStill(node: NodeProxy): Promise<void> {
  const head = await till.chain.node.getBlockNumber()
  const params = [toHex(head), false]
  const newest = { method: 'eth_getBlockByNumber', params }
  const block = { result: await callNode(till.chain.rpcUrl, newest, z.unknown()) }
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
  return (await till.chain.node.getBlock({ blockNumber })).hash
}

describe('a node', () => {
  it('down for the whole session: nothing expires, and the payment is found afterwards', async () => {
    const [paid, unpaid] = [await till.openSession(), await till.openSession()]
    till.chain.proxy.intercept(isDown)
    await till.pay(paid, full)
    for (let minute = 0; minute < 20; minute++) {
      await till.mine(6)
      expect((await till.reconcile()).failures).toHaveLength(1)
    }
    await expect(till.watch(paid, 'open')).rejects.toThrow('chain 31337')
    expect([await till.statusOf(paid), await till.statusOf(unpaid)]).toEqual(['pending', 'pending'])
    till.chain.proxy.intercept(undefined)
    await till.reconcile()
    expect(await till.statusOf(unpaid)).toBe('expired')
    expect(await till.settle(paid)).toBe('paid')
  })

  it('that stands still keeps sessions open past their deadline', async () => {
    const session = await till.openSession()
    await till.mine(10)
    await standStill(till.chain.proxy)
    await till.pay(session, full)
    await till.mine(40)
    expect(await till.watch(session, 'open')).toMatchObject({ phase: 'open' })
    expect(await till.statusOf(session)).toBe('pending')
    till.chain.proxy.intercept(undefined)
    expect(await till.watch(session, 'open')).toMatchObject({ phase: 'grace' })
    expect(await till.settle(session)).toBe('paid')
  })

  it('on another chain is an outage, never somebody else’s balance', async () => {
    const session = await till.openSession()
    await till.pay(session, full)
    await till.mine(40)
    till.chain.proxy.intercept(({ method }) =>
      method === 'eth_chainId' ? { result: '0x1' } : undefined,
    )
    till.readThrough(till.chain.proxy.rpcUrl)
    await expect(till.scan(session)).rejects.toThrow('its node is on chain 1')
    expect(await till.statusOf(session)).toBe('pending')
    till.chain.proxy.intercept(undefined)
    await till.scan(session)
    expect(await till.settle(session)).toBe('paid')
  })
})

describe('a node without old states', () => {
  async function forgetStates(): Promise<void> {
    const oldest = (await till.chain.node.getBlockNumber()) - 20n
    keepStatesFrom(till, oldest, { traces: true })
  }

  it('still finds a direct payment, its transaction and its time', async () => {
    const session = await till.openSession()
    const txHash = await till.pay(session, full)
    await till.mine(80)
    await forgetStates()
    expect(await till.scan(session)).toMatchObject({ status: 'detected', txHash })
    expect(await till.settle(session)).toBe('paid')
  })

  it('counts what a contract sent from the oldest state it has: the money is never lost', async () => {
    const session = await till.openSession()
    const payEach = { name: 'payEach', args: [[hex(session.address)], full] } as const
    await till.chain.send(walletCall(await deployWallet(till), payEach, full))
    await till.mine(25)
    await forgetStates()
    expect(await till.scan(session)).toMatchObject({ status: 'detected', txHash: null })
    expect(await till.settle(session)).toBe('paid')
  })
})

describe('money that no search explains', () => {
  const withoutLogs = () =>
    till.chain.proxy.intercept(({ method }) =>
      method === 'eth_getLogs' ? { result: [] } : undefined,
    )
  const unexplained = { txHash: null, from: null, orphaned: false, amountBase: full }

  it('counts from the first scan that saw it', async () => {
    const session = await till.openSession({ lock: usdcLock(full) })
    withoutLogs()
    await till.payUsdc(session, full)
    await till.mine()
    expect(await till.scan(session)).toMatchObject({ status: 'detected', txHash: null })
    expect(await till.settle(session)).toBe('paid')
    expect(await till.transfersOf(session)).toMatchObject([unexplained])
  })

  it('is late where a scan after the deadline had found nothing', async () => {
    const session = await till.openSession({ lock: usdcLock(full) })
    withoutLogs()
    await till.mine(31)
    await till.reconcile()
    await till.payUsdc(session, full)
    await till.mine()
    await till.scan(session)
    expect(await till.settle(session)).toBe('paid_late')
  })

  it('is on time where no scan had gone past the deadline: the doubt is the customer’s gain', async () => {
    const session = await till.openSession({ lock: usdcLock(full) })
    withoutLogs()
    await till.mine(40)
    await till.payUsdc(session, full)
    await till.mine()
    expect((await till.scan(session))?.status).toBe('detected')
    expect(await till.settle(session)).toBe('paid')
  })

  it('keeps its time when more comes, and gives way to what is explained', async () => {
    const session = await till.openSession({ lock: usdcLock(full) })
    withoutLogs()
    await till.payUsdc(session, full / 4n)
    await till.mine(2)
    await till.scan(session)
    const [first] = await till.transfersOf(session)
    await till.payUsdc(session, full / 4n)
    await till.mine(2)
    await till.scan(session)
    expect(await till.transfersOf(session)).toMatchObject([
      { ...unexplained, amountBase: full / 4n, blockTime: first?.blockTime },
      { ...unexplained, amountBase: full / 4n },
    ])
    till.chain.proxy.intercept(undefined)
    await till.payUsdc(session, full / 2n)
    await till.mine()
    await till.scan(session)
    const standing = (await till.transfersOf(session)).filter(({ orphaned }) => !orphaned)
    expect(standing.map(({ txHash }) => txHash === null)).toEqual([false, false, false])
    expect(await till.settle(session)).toBe('paid')
  })

  it('is found although our clock was hours ahead of the chain’s', async () => {
    till.passSeconds(3 * 3600)
    const session = await till.openSession()
    await till.pay(session, full)
    await till.mine()
    expect((await till.scan(session))?.status).toBe('detected')
    expect(await till.settle(session)).toBe('paid')
  })
})

describe('two nodes', () => {
  const balanceOne = { result: `0x${'0'.repeat(63)}1` }

  it('that disagree judge nothing until they agree', async () => {
    const session = await till.openSession()
    till.readThrough(till.chain.proxy.rpcUrl, second.rpcUrl)
    await till.pay(session, full)
    await till.mine()
    second.intercept(({ method }) => (method === 'eth_call' ? balanceOne : undefined))
    expect((await till.scan(session))?.status).toBe('detected')
    expect(await till.settle(session)).toBe('detected')
    second.intercept(isDown)
    expect(await till.settle(session)).toBe('detected')
    second.intercept(undefined)
    expect(await till.settle(session)).toBe('paid')
    expect(await till.eventsOf(session)).toEqual(['session.detected', 'session.paid'])
  })

  it('are asked again once the missing blocks may be there, or a block later where they disagree', async () => {
    const session = await till.openSession({ confirmationsRequired: 3 })
    till.readThrough(till.chain.proxy.rpcUrl, second.rpcUrl)
    const blocksLater = (blocks: number) =>
      new Date(till.clock().getTime() + blocks * blockSeconds * 1000).toISOString()
    await till.pay(session, full)
    await till.mine()
    expect(await till.recheck(session)).toMatchObject({ waitUntil: blocksLater(2) })
    await till.mine(7)
    hideAmounts(till, second)
    expect(await till.recheck(session)).toMatchObject({ waitUntil: blocksLater(1) })
    second.intercept(undefined)
    expect(await till.recheck(session)).toMatchObject({ decided: true })
  })

  it('of which one is on another chain notice money, and do not judge it', async () => {
    const session = await till.openSession()
    second.intercept(({ method }) => (method === 'eth_chainId' ? { result: '0x1' } : undefined))
    till.readThrough(second.rpcUrl, till.chain.proxy.rpcUrl)
    await till.pay(session, full)
    await till.mine()
    expect((await till.scan(session))?.status).toBe('detected')
    expect(await till.settle(session)).toBe('detected')
    second.intercept(undefined)
    expect(await till.settle(session)).toBe('paid')
  })

  it('of which the first stands still: the other notices money, and nothing is judged', async () => {
    const [paid, unpaid] = [await till.openSession(), await till.openSession()]
    await standStill(second)
    till.readThrough(second.rpcUrl, till.chain.proxy.rpcUrl)
    const txHash = await till.pay(paid, full)
    await till.mine(40)
    await till.reconcile()
    expect(await till.look(paid)).toMatchObject({ status: 'detected', txHash })
    expect(await till.statusOf(unpaid)).toBe('pending')
    expect(await till.settle(paid)).toBe('detected')
    second.intercept(undefined)
    expect(await till.settle(paid)).toBe('paid')
    await till.reconcile()
    expect(await till.statusOf(unpaid)).toBe('expired')
  })
})
