import { parseTransaction } from 'viem'
import { describe, expect, it, onTestFinished } from 'vitest'
import { localAddresses } from '../../shared/chain/local-addresses.ts'
import type { Sweep } from '../../shared/payments/holdings/rules/sweep.ts'
import { loadSweep, loadTransaction } from '../../shared/payments/holdings/store/sweeps.ts'
import { payer } from '../chain-fixture.ts'
import { startNodeProxy } from '../node-proxy.ts'
import { eachSweeping } from './each-sweeping.ts'
import type { EngineHarness } from './engine-harness.ts'
import { usdcLock } from './paying.ts'
import { equationProblems, gasAccount, payout, type Sweeping } from './sweeping.ts'

const usdc = 25_000_000n

let engine: EngineHarness
let sweeping: Sweeping

eachSweeping((given) => {
  ;({ engine, sweeping } = given)
})

const paid = async () => engine.load(await sweeping.settled(usdcLock(usdc)))

async function signedBatch(): Promise<{ sweep: Sweep; raw: `0x${string}` }> {
  const [sweep] = await sweeping.sweeps()
  const raw = sweep && (await loadTransaction(engine.table, sweep))
  if (!raw) throw new Error('nothing is swept')
  return { sweep, raw }
}

/** Submits the newest sweep's batch as somebody else, who is mined first. */
async function frontRun(): Promise<Sweep> {
  const { sweep, raw } = await signedBatch()
  await submit(raw)
  return sweep
}

/** So that the sweep can never be mined, and what it signed is still good. */
async function useNonceElsewhere({ attempts, nonce }: Sweep): Promise<void> {
  const { node } = engine.chain
  await node.dropTransaction({ hash: `0x${attempts[0]?.hash.slice(2)}` })
  const serializedTransaction = await gasAccount.signTransaction({
    type: 'legacy',
    chainId: 31337,
    nonce,
    gas: 21_000n,
    gasPrice: 10n ** 11n,
    to: payer,
    value: 1n,
  })
  await node.sendRawTransaction({ serializedTransaction })
}

async function submit(raw: `0x${string}`): Promise<void> {
  const { to, data } = parseTransaction(raw)
  const { node } = engine.chain
  const call = { account: payer, chain: null, to, data, gas: 3_000_000n } as const
  const hash = await node.sendTransaction({ ...call, gasPrice: 10n ** 12n })
  await engine.mine()
  expect(await node.getTransactionReceipt({ hash })).toMatchObject({
    transactionIndex: 0,
    status: 'success',
  })
}

const paidOut = () => sweeping.balance(payout, localAddresses.testUsdc)

describe('an authorization that someone else submits first', () => {
  it('still counts, once', async () => {
    const sessions = [await paid(), await paid()]
    await sweeping.run()
    const { mode, id } = await frontRun()
    await engine.mine(3)
    await sweeping.runToEnd()
    const final = await loadSweep(engine.table, mode, id)
    expect(final?.items.map(({ movedBase }) => movedBase)).toEqual([usdc, usdc])
    for (const { address } of sessions) {
      expect(await sweeping.balance(address, localAddresses.testUsdc)).toBe(0n)
    }
    expect(await equationProblems(sweeping)).toEqual([])
  })

  it.each([25_000_000n, 30_000_000n, 10_000_000n])(
    'counts as what was signed, though %d more arrived before it was confirmed',
    async (more) => {
      const before = await paidOut()
      const session = await paid()
      await sweeping.run()
      await frontRun()
      await engine.payUsdc(session, more)
      await engine.mine(3)
      await sweeping.runToEnd()
      expect(await sweeping.holdingsOf(session)).toMatchObject([
        { sweptBase: usdc, missingBase: 0n },
      ])
      await engine.recheckClosed(session)
      expect(await engine.unmatchedOf(session)).toMatchObject([{ amountBase: more }])
      await engine.mineAfter(400)
      await sweeping.runToEnd()
      expect(await paidOut()).toBe(before + usdc + more)
      expect(await sweeping.holdingsOf(session)).toMatchObject([
        { receivedBase: usdc + more, sweptBase: usdc + more, sweepCount: 2 },
      ])
      expect(await equationProblems(sweeping)).toEqual([])
      expect(sweeping.alerts).toEqual([])
    },
  )

  it('counts as what it moved, though a later sweep was to move more by the same nonce', async () => {
    const before = await paidOut()
    const session = await paid()
    await sweeping.run()
    const earlier = await signedBatch()
    await useNonceElsewhere(earlier.sweep)
    await engine.payUsdc(session, 5_000_000n)
    await engine.mine(4)
    await sweeping.run()
    const { sweep } = await signedBatch()
    expect(sweep.items).toMatchObject([{ amountBase: usdc + 5_000_000n }])
    await submit(earlier.raw)
    await engine.mine(3)
    await sweeping.runToEnd()
    const after = await loadSweep(engine.table, sweep.mode, sweep.id)
    expect(after?.items).toMatchObject([{ movedBase: usdc, failure: null }])
    await engine.recheckClosed(session)
    await engine.mineAfter(400)
    await sweeping.runToEnd()
    expect(await paidOut()).toBe(before + usdc + 5_000_000n)
    expect(await sweeping.holdingsOf(session)).toMatchObject([
      { receivedBase: usdc + 5_000_000n, sweptBase: usdc + 5_000_000n },
    ])
    expect(await equationProblems(sweeping)).toEqual([])
  })

  it('counts only once nodes of two operators say that it was used', async () => {
    const session = await paid()
    await sweeping.run()
    await frontRun()
    await engine.mine(3)
    const liar = startNodeProxy(engine.chain.rpcUrl)
    onTestFinished(liar.stop)
    const honest = startNodeProxy(engine.chain.rpcUrl)
    onTestFinished(honest.stop)
    liar.intercept(({ method, params }) =>
      method === 'eth_call' && JSON.stringify(params).includes(authorizationState)
        ? { error: { code: -32000, message: 'busy' } }
        : undefined,
    )
    // Names that belong to different operators.
    sweeping.useNodes(honest.rpcUrl, liar.rpcUrl.replace('127.0.0.1', 'localhost'))
    await expect(sweeping.run()).rejects.toThrow('some sweeps were not taken further')
    expect(await sweeping.holdingsOf(session)).toMatchObject([{ sweptBase: 0n }])
    liar.intercept(undefined)
    await sweeping.runToEnd()
    expect(await sweeping.holdingsOf(session)).toMatchObject([{ sweptBase: usdc, missingBase: 0n }])
  })
})

/** The first bytes of a call of `authorizationState(address,bytes32)`. */
const authorizationState = 'e94a0102'
