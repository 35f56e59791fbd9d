import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { callNode } from '../../infra/local/chains/call-node.ts'
import { payer } from '../chain-fixture.ts'
import { type NodeProxy, startNodeProxy } from '../node-proxy.ts'
import { deployWallet, newPayer, usdcLock, walletCall } from './paying.ts'
import { hex, startTill, type Till } from './till.ts'

const full = 1_000_000n

let till: Till
/** A second node; it is the same one, seen through a proxy of its own. */
let second: NodeProxy

beforeAll(async () => {
  till = await startTill()
  second = await startNodeProxy(till.chain.rpcUrl)
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
    const params = ['latest', false]
    const stale = await callNode(
      till.chain.rpcUrl,
      { method: 'eth_getBlockByNumber', params },
      z.unknown(),
    )
    await till.pay(session, full)
    await till.mine(40)
    till.chain.proxy.intercept(({ method, params: asked }) =>
      method === 'eth_getBlockByNumber' && JSON.stringify(asked).includes('latest')
        ? { result: stale }
        : undefined,
    )
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
    till.chain.proxy.intercept(({ method, params }) => {
      const asked = z.tuple([z.string(), z.unknown()]).safeParse(params)
      const [, block] = asked.data ?? []
      const isOld =
        method === 'eth_getBalance' && typeof block === 'string' && BigInt(block) < oldest
      return isOld ? { error: { code: -32000, message: 'missing trie node' } } : undefined
    })
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

  it('of which one is down: the other notices money and lets sessions expire', async () => {
    const [paid, unpaid] = [await till.openSession(), await till.openSession()]
    second.intercept(isDown)
    till.readThrough(second.rpcUrl, till.chain.proxy.rpcUrl)
    await till.pay(paid, full)
    await till.mine(40)
    await till.reconcile()
    expect([await till.statusOf(paid), await till.statusOf(unpaid)]).toEqual([
      'detected',
      'expired',
    ])
  })
})

describe('a notification', () => {
  it('that comes before its block changes nothing', async () => {
    const session = await till.openSession()
    const txHash = await till.pay(session, full)
    expect((await till.scan(session, [txHash]))?.status).toBe('pending')
    await till.mine()
    expect(await till.scan(session, [txHash])).toMatchObject({ status: 'detected', txHash })
  })

  it('of a transaction that does not exist, or is somebody else’s, changes nothing', async () => {
    const [session, other] = [await till.openSession(), await till.openSession()]
    const txHash = await till.pay(other, full)
    await till.mine()
    const lies = [txHash, `0x${'ab'.repeat(32)}`, 'no hash']
    expect((await till.scan(session, lies))?.status).toBe('pending')
    await till.pay(session, full)
    await till.mine()
    expect(await till.scan(session, lies)).toMatchObject({ status: 'detected' })
    expect(await till.transfersOf(session)).toHaveLength(1)
  })

  it('that comes a hundred times, in any order, makes one event of each payment', async () => {
    const session = await till.openSession()
    const txHashes = [await till.pay(session, full / 2n), await till.pay(session, full / 2n)]
    await till.mine(8)
    const looks = Array.from({ length: 100 }, (_, index) => txHashes.slice(index % 3))
    for (let start = 0; start < looks.length; start += 25) {
      await Promise.all(looks.slice(start, start + 25).map((hints) => till.scan(session, hints)))
    }
    expect(await till.eventsOf(session)).toEqual(['session.detected'])
    expect(till.started.filter((id) => id === session.id)).toHaveLength(1)
    expect(await till.settle(session)).toBe('paid')
    expect(await till.transfersOf(session)).toHaveLength(2)
  })

  it('of a transaction that is replaced before it is mined leads to the one that is', async () => {
    const session = await till.openSession()
    const customer = await newPayer(till)
    const payment = { to: hex(session.address), value: full, nonce: 0 }
    const first = await customer.send(await customer.sign(payment))
    expect((await till.scan(session, [first]))?.status).toBe('pending')
    const raised = await customer.sign({ ...payment, gasPrice: 40_000_000_000n })
    const replacement = await customer.send(raised)
    await till.mine()
    expect(await till.scan(session, [first])).toMatchObject({
      status: 'detected',
      txHash: replacement,
    })
    expect(await till.settle(session)).toBe('paid')
  })
})
