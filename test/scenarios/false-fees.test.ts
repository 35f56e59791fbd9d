import { type Hex, toHex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { callNode } from '../../infra/local/chains/call-node.ts'
import { payer } from '../chain-fixture.ts'
import { type NodeProxy, startNodeProxy } from '../node-proxy.ts'
import { type EngineHarness, startEngineHarness } from './engine-harness.ts'
import { ledgerProblems, type Sweeping, startSweeping } from './sweeping.ts'

const coin = 10n ** 18n
const usdc = 25_000_000n
const gwei = 10n ** 9n

let engine: EngineHarness
let honest: NodeProxy
let liar: NodeProxy
let sweeping: Sweeping

beforeAll(async () => {
  engine = await startEngineHarness()
  await engine.chain.mintUsdc(payer, usdc * 100n)
  honest = startNodeProxy(engine.chain.rpcUrl)
  liar = startNodeProxy(engine.chain.rpcUrl)
})
afterAll(async () => {
  honest.stop()
  liar.stop()
  await engine.stop()
})

/** Two operators, of which the first lies once a test lets it. */
beforeEach(async () => {
  sweeping = startSweeping(engine)
  sweeping.useNodes(liar.rpcUrl.replace('127.0.0.1', 'localhost'), honest.rpcUrl)
  await sweeping.fundGasWallet()
  await engine.mineAfter(400)
  return () => {
    for (const node of [liar, honest]) node.intercept(undefined)
  }
})

/** The first node responds this to a method. */
function lie(method: string, result: Hex): void {
  liar.intercept((call) => (call.method === method ? { result } : undefined))
}

const paidInCoin = () => sweeping.paidInCoin(coin)
const paidInUsdc = () => sweeping.paidInUsdc(usdc)

describe('a node of one operator that lies', () => {
  it('about the tip takes nothing of the coin, nor of the gas wallet', async () => {
    lie('eth_maxPriorityFeePerGas', toHex(2_000_000n * gwei))
    const [inCoin, inUsdc] = [await paidInCoin(), await paidInUsdc()]
    await sweeping.runToEnd()
    const { items, feeBase } = await sweeping.sweepOf(inCoin)
    expect(items[0]?.movedBase).toBeGreaterThan((coin * 9999n) / 10_000n)
    expect(feeBase).toBeLessThan(coin / 10_000n)
    expect((await sweeping.sweepOf(inUsdc)).feeBase).toBeLessThan(coin / 1000n)
    expect(await ledgerProblems(sweeping)).toEqual([])
  })

  it('with a tip of nothing leaves the chain’s least one, which doubles each time it is raised', async () => {
    lie('eth_maxPriorityFeePerGas', '0x0')
    const session = await paidInUsdc()
    await sweeping.run()
    engine.passSeconds(60)
    await sweeping.run()
    const tips = (await sweeping.sweepOf(session)).attempts.map((one) => one.maxPriorityFeePerGas)
    expect(tips).toEqual([gwei / 1000n, gwei / 500n + 1n])
    await engine.mine(4)
    await sweeping.runToEnd()
  })

  it('about the base fee of a block that both have stops the chain’s sweeps, and sets no price', async () => {
    const session = await paidInCoin()
    liar.intercept(async ({ method, params }) => {
      if (method !== 'eth_getBlockByNumber') return undefined
      const real = z.record(z.string(), z.unknown())
      const block = await callNode(
        engine.chain.rpcUrl,
        { method, params: z.array(z.unknown()).parse(params) },
        real,
      )
      return { result: { ...block, baseFeePerGas: toHex(900_000n * gwei) } }
    })
    await expect(sweeping.run()).rejects.toMatchObject({
      name: 'ChainUnavailable',
      message: expect.stringContaining('disagree'),
    })
    expect(await sweeping.balance(session.address)).toBe(coin)
    liar.intercept(undefined)
    await sweeping.runToEnd()
    expect((await sweeping.sweepOf(session)).feeBase).toBeLessThan(coin / 10_000n)
  })

  it('together with all others has nothing signed whose fee takes more than the owner allows', async () => {
    const rule = { minimumMicros: 0n, maxAgeMs: 0, maxFeeBps: 500n, paysUnknownFee: false }
    sweeping.services.rulesOf = async () => () => rule
    const tip = { result: toHex(20_000n * gwei) }
    const asked = (call: { method: string }) =>
      call.method === 'eth_maxPriorityFeePerGas' ? tip : undefined
    for (const node of [liar, honest]) node.intercept(asked)
    const session = await paidInCoin()
    await sweeping.runToEnd()
    const signed = (await sweeping.sweeps()).flatMap(({ items }) => items)
    expect(signed.filter(({ sessionId }) => sessionId === session.id)).toEqual([])
    expect(await sweeping.balance(session.address)).toBe(coin)
    for (const node of [liar, honest]) node.intercept(undefined)
    await engine.mineAfter(3700)
    await sweeping.runToEnd()
    expect((await sweeping.sweepOf(session)).feeBase).toBeLessThan(coin / 20n)
  })

  it('about gas makes a batch no dearer than its kind may be, stops nothing, and is announced', async () => {
    lie('eth_estimateGas', toHex(14_000_000n))
    const [inUsdc, inCoin] = [await paidInUsdc(), await paidInCoin()]
    await sweeping.runToEnd()
    expect(await sweeping.sweepOf(inUsdc)).toMatchObject({ status: 'final', gas: 300_000n })
    expect(await sweeping.sweepOf(inCoin)).toMatchObject({ status: 'final', gas: 21_000n })
    expect(await sweeping.balance(inCoin.address)).toBe(0n)
    expect(sweeping.alerts.filter((one) => one.includes('14000000 gas'))).toHaveLength(2)
  })

  it('that a transaction would fail keeps it from being sent, and its owner is notified', async () => {
    liar.intercept(({ method }) =>
      method === 'eth_estimateGas'
        ? { error: { code: 3, message: 'execution reverted: no' } }
        : undefined,
    )
    const session = await paidInCoin()
    await sweeping.runToEnd()
    expect(await sweeping.balance(session.address)).toBe(coin)
    expect(sweeping.alerts).toEqual([expect.stringContaining('Only one of its nodes says')])
    liar.intercept(undefined)
    await engine.mineAfter(3700)
    await sweeping.runToEnd()
    expect(await sweeping.balance(session.address)).toBe(0n)
  })
})
