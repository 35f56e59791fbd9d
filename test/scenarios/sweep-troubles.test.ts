import { describe, expect, it } from 'vitest'
import { localAddresses } from '../../shared/chain/local-addresses.ts'
import { listWaiting } from '../../shared/money/sweeps/list-waiting.ts'
import type { Sweep } from '../../shared/payments/holdings/rules/sweep.ts'
import { loadTransaction } from '../../shared/payments/holdings/store/sweeps.ts'
import { payer } from '../chain-fixture.ts'
import { someSettings } from '../factories.ts'
import { startNodeProxy } from '../node-proxy.ts'
import { runAsOperator } from '../run-as-operator.ts'
import { eachSweeping } from './each-sweeping.ts'
import type { EngineHarness } from './engine-harness.ts'
import { coinLock } from './paying.ts'
import {
  deployTether,
  gasAccount,
  ledgerProblems,
  type Sweeping,
  startSweeping,
} from './sweeping.ts'

const coin = 10n ** 16n
const usdc = 25_000_000n

let engine: EngineHarness
let sweeping: Sweeping

eachSweeping((given) => {
  ;({ engine, sweeping } = given)
})

const paidInCoin = () => sweeping.paidInCoin(coin)
const paidInUsdc = () => sweeping.paidInUsdc(usdc)

async function newest(): Promise<Sweep> {
  const [sweep] = await sweeping.sweeps()
  if (!sweep) throw new Error('nothing is swept')
  return sweep
}

describe('a transaction that is not mined', () => {
  it('is sent again with fees at least an eighth higher, and moves the money once', async () => {
    const session = await paidInCoin()
    await sweeping.run()
    const first = await newest()
    expect(first).toMatchObject({ status: 'broadcast', attempts: [{}] })
    engine.passSeconds(60)
    await sweeping.run()
    const raised = await sweeping.current(first)
    const [before, after] = raised?.attempts ?? []
    if (!before || !after) throw new Error('it was signed twice')
    expect(after.maxFeePerGas * 8n).toBeGreaterThanOrEqual(before.maxFeePerGas * 9n)
    await engine.mine(4)
    await sweeping.runToEnd()
    expect(await sweeping.current(first)).toMatchObject({
      status: 'final',
      mined: { hash: after.hash },
    })
    expect(await sweeping.balance(session.address)).toBe(0n)
    expect(await ledgerProblems(sweeping)).toEqual([])
  })

  it('is sent byte for byte until then', async () => {
    await paidInCoin()
    await sweeping.run()
    const sweep = await newest()
    const raw = await loadTransaction(engine.table, sweep)
    const { requests } = engine.chain.proxy
    const from = requests.length
    await sweeping.run()
    const sent = requests.slice(from).filter(({ method }) => method === 'eth_sendRawTransaction')
    expect(sent.map(({ params }) => params)).toEqual([[raw]])
    await engine.mine(4)
    await sweeping.runToEnd()
  })
})

it('a reorg takes it back: it is sent again, and counted in its new block', async () => {
  const session = await paidInUsdc()
  await sweeping.run()
  await engine.mine()
  await sweeping.run()
  const mined = await newest()
  expect(mined.status).toBe('mined')
  await engine.reorg(1)
  expect(await sweeping.balance(session.address, localAddresses.testUsdc)).toBe(usdc)
  await sweeping.runToEnd()
  expect(await sweeping.current(mined)).toMatchObject({ status: 'final' })
  expect(await sweeping.balance(session.address, localAddresses.testUsdc)).toBe(0n)
  expect(await ledgerProblems(sweeping)).toEqual([])
})

it('a nonce that its owner used elsewhere is replaced, and the money is swept by another one', async () => {
  const session = await paidInUsdc()
  await sweeping.run()
  const lost = await newest()
  await engine.chain.node.dropTransaction({ hash: `0x${lost.attempts[0]?.hash.slice(2)}` })
  const own = await gasAccount.signTransaction({
    type: 'legacy',
    chainId: 31337,
    nonce: lost.nonce,
    gas: 21_000n,
    gasPrice: 10n ** 11n,
    to: payer,
    value: 1n,
  })
  await engine.chain.node.sendRawTransaction({ serializedTransaction: own })
  await engine.mine(4)
  await sweeping.runToEnd()
  expect(await sweeping.current(lost)).toMatchObject({ status: 'replaced' })
  expect(sweeping.alerts).toEqual([expect.stringContaining(`its nonce ${lost.nonce}`)])
  expect(await sweeping.balance(session.address, localAddresses.testUsdc)).toBe(0n)
  expect(await ledgerProblems(sweeping)).toEqual([])
})

it('a gas wallet without coin is announced with what is missing, and blocks no coin', async () => {
  await sweeping.fundGasWallet(0n)
  const [inUsdc, inCoin] = [await paidInUsdc(), await paidInCoin()]
  await sweeping.runToEnd()
  expect(await sweeping.balance(inCoin.address)).toBe(0n)
  const waiting = (await sweeping.holdings()).find(({ address }) => address === inUsdc.address)
  expect(waiting?.waiting).toMatchObject({ reason: 'gas_wallet_empty' })
  const input = { mode: 'test', limit: 100, reason: 'gas_wallet_empty' } as const
  const listed = await runAsOperator(listWaiting, { table: engine.table }, input)
  const { id: sessionId, address } = inUsdc
  const own = listed.waiting.filter((one) => one.sessionId === sessionId)
  expect(own).toMatchObject([{ address, amount: '25 USDC' }])
  expect(sweeping.alerts[0]).toMatch(/^The gas wallet 0x\w{40} on .* send it at least 0\.\d{6} ETH/)
  await sweeping.fundGasWallet()
  await engine.mineAfter(400)
  await sweeping.runToEnd()
  expect(await sweeping.balance(inUsdc.address, localAddresses.testUsdc)).toBe(0n)
})

it('nothing is sent without a payout wallet, and everything once there is one', async () => {
  const none = startSweeping(engine, { services: { payoutWallet: async () => undefined } })
  const session = await paidInCoin()
  await none.run()
  const waiting = (await none.holdings()).find(({ address }) => address === session.address)
  expect(waiting?.waiting).toMatchObject({ reason: 'no_payout_wallet' })
  await engine.mineAfter(400)
  await sweeping.runToEnd()
  expect(await sweeping.balance(session.address)).toBe(0n)
})

it('money and its sweep wait for the confirmations that the operator set', async () => {
  const strict = startSweeping(engine, {
    services: { settings: async () => someSettings({ confirmations: { 31337: 8 } }) },
  })
  const session = await paidInCoin()
  await strict.run()
  expect(await strict.balance(session.address)).toBe(coin)
  const waiting = (await strict.holdings()).find(({ address }) => address === session.address)
  expect(waiting?.waiting).toMatchObject({ reason: 'unconfirmed' })
  await engine.mineAfter(60)
  await engine.mine(4)
  await strict.run()
  await engine.mine(4)
  await strict.run()
  expect(await newest()).toMatchObject({ status: 'mined' })
  await strict.runToEnd()
  expect(await newest()).toMatchObject({ status: 'final' })
})

it('money of an open session stays until it is closed', async () => {
  const session = await sweeping.openSession({ lock: coinLock(coin) })
  await engine.pay(session, coin / 2n)
  await engine.mine(4)
  await sweeping.markDue(session)
  await sweeping.run()
  const waiting = (await sweeping.holdings()).find(({ address }) => address === session.address)
  expect(waiting?.waiting).toMatchObject({ reason: 'session_open' })
  expect(await sweeping.balance(session.address)).toBe(coin / 2n)
})

it('a receipt that one of two operators invents settles nothing', async () => {
  const session = await paidInCoin()
  const liar = startNodeProxy(engine.chain.rpcUrl)
  const honest = startNodeProxy(engine.chain.rpcUrl)
  // Names that belong to different operators.
  sweeping.useNodes(honest.rpcUrl, liar.rpcUrl.replace('127.0.0.1', 'localhost'))
  await sweeping.run()
  const sweep = await newest()
  const block = await engine.chain.node.getBlock()
  liar.intercept(({ method, params }) => {
    if (method !== 'eth_getTransactionReceipt') return undefined
    const [transactionHash] = Array.isArray(params) ? params : []
    const place = { blockHash: block.hash, blockNumber: '0x1', transactionHash }
    return {
      result: { ...place, status: '0x1', gasUsed: '0x5208', effectiveGasPrice: '0x1', logs: [] },
    }
  })
  await sweeping.run()
  expect(await sweeping.current(sweep)).toMatchObject({ status: 'broadcast', mined: null })
  liar.intercept(undefined)
  await engine.mine(4)
  await sweeping.runToEnd()
  expect(await sweeping.balance(session.address)).toBe(0n)
  honest.stop()
  liar.stop()
})

it('a token that is never worth its fee does not hold up the coin of its address', async () => {
  const tether = await deployTether(engine)
  const rule = { minimumMicros: 0n, maxAgeMs: 86_400_000, maxFeeBps: 500n, paysUnknownFee: false }
  const priced = startSweeping(engine, {
    tokens: [tether.token],
    services: {
      rulesOf: async () => () => rule,
      priceMicros: async (symbol) => (symbol === 'ETH' ? 2_500_000_000n : 1_000_000n),
    },
  })
  const session = await paidInCoin()
  await tether.mint(session.address, 1n)
  await engine.mine(4)
  const { address: tokenAddress } = tether.token
  await priced.markDue({
    ...session,
    lock: { ...session.lock, tokenAddress, asset: 'USDT', decimals: 6 },
  })
  await priced.run()
  await engine.mineAfter(400)
  await priced.runToEnd()
  expect(await priced.balance(session.address)).toBe(0n)
  const waiting = (await priced.holdings()).find((one) => one.tokenAddress === tokenAddress)
  expect(waiting?.waiting).toMatchObject({ reason: 'fee_too_high' })
})

it('fees above three times what was planned are never offered', async () => {
  const session = await paidInCoin()
  await sweeping.run()
  const sweep = await newest()
  for (let minute = 0; minute < 15; minute++) {
    engine.passSeconds(60)
    await sweeping.run()
  }
  const { attempts = [], problem } = (await sweeping.current(sweep)) ?? {}
  const [first, last] = [attempts[0]?.maxFeePerGas ?? 0n, attempts.at(-1)?.maxFeePerGas ?? 0n]
  expect(last).toBeGreaterThan(first)
  expect(last).toBeLessThanOrEqual(first * 3n)
  expect(problem).toContain('above what was planned')
  await engine.mineAfter(1000)
  await engine.mine(4)
  await sweeping.runToEnd()
  expect(await sweeping.balance(session.address)).toBe(0n)
})

it('no single node makes a nonce be skipped', async () => {
  const liar = startNodeProxy(engine.chain.rpcUrl)
  liar.intercept(({ method }) =>
    method === 'eth_getTransactionCount' ? { result: '0xf4240' } : undefined,
  )
  const honest = [startNodeProxy(engine.chain.rpcUrl), startNodeProxy(engine.chain.rpcUrl)]
  sweeping.useNodes(liar.rpcUrl, ...honest.map(({ rpcUrl }) => rpcUrl))
  await paidInUsdc()
  await sweeping.run()
  expect((await newest()).nonce).toBeLessThan(1000)
  liar.intercept(undefined)
  await engine.mine(4)
  await sweeping.runToEnd()
  for (const node of [liar, ...honest]) node.stop()
})

describe('the daily comparison with the chain', () => {
  const daySeconds = 86_400

  it('announces money that left an address in no sweep, and shows it as missing', async () => {
    const session = await paidInUsdc()
    await sweeping.fundGasWallet(0n)
    await sweeping.run()
    const { node } = engine.chain
    const account = `0x${session.address.slice(2)}` as const
    await node.impersonateAccount({ address: account })
    await node.setBalance({ address: account, value: 10n ** 18n })
    await engine.chain.payUsdc(payer, usdc, account)
    await engine.mine(4)
    await engine.mineAfter(daySeconds)
    await sweeping.run()
    const gone = (await sweeping.holdings()).find(
      ({ address, symbol }) => address === account && symbol === 'USDC',
    )
    expect(gone).toMatchObject({ missingBase: usdc, receivedBase: usdc, balanceBase: 0n })
    expect(sweeping.alerts).toContainEqual(
      expect.stringContaining(`25 USDC left the deposit address ${account}`),
    )
  })

  it('makes money due that arrived at a swept address', async () => {
    const session = await paidInUsdc()
    await sweeping.runToEnd()
    await engine.payUsdc(session, 7n)
    await engine.mine(4)
    await engine.mineAfter(daySeconds)
    await sweeping.run()
    await engine.mineAfter(400)
    await sweeping.runToEnd()
    expect(await sweeping.balance(session.address, localAddresses.testUsdc)).toBe(0n)
    expect(await ledgerProblems(sweeping, await sweeping.holdingsOf(session))).toEqual([])
  })
})
