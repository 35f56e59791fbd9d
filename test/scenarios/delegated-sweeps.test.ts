import { parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { localAddresses } from '../../shared/chain/local-addresses.ts'
import type { CheckoutSession } from '../../shared/checkout-sessions/rules/checkout-session.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { runAbandonSweep } from '../../shared/sweeps/abandon-sweep.ts'
import { delegateAddress, delegationTo } from '../../shared/sweeps/delegate/sweep-delegate.ts'
import type { Sweep } from '../../shared/sweeps/rules/sweep.ts'
import { delegateRequestWrite } from '../../shared/sweeps/store/delegate-requests.ts'
import { payer } from '../chain-fixture.ts'
import { someSettings } from '../factories.ts'
import { runAsOperator } from '../run-as-operator.ts'
import { seededBytes } from '../seeded-bytes.ts'
import { type EngineHarness, hex, startEngineHarness } from './engine-harness.ts'
import { coinLock, tokenLock, usdcLock } from './paying.ts'
import {
  deployTether,
  gasAccount,
  ledgerProblems,
  payout,
  type Sweeping,
  startSweeping,
} from './sweeping.ts'

const coin = 10n ** 16n
const dollars = 25_000_000n
const delegate = delegateAddress({ gasWallet: gasAccount.address, payout })

let engine: EngineHarness
let sweeping: Sweeping
let tether: Awaited<ReturnType<typeof deployTether>>
let isOn: boolean

beforeAll(async () => {
  engine = await startEngineHarness()
  await engine.chain.mintUsdc(payer, dollars * 1000n)
  tether = await deployTether(engine)
  sweeping = startSweeping(engine, {
    tokens: [tether.token],
    services: { settings: async () => someSettings({ batch7702: { 31337: isOn } }) },
  })
})
beforeEach(async () => {
  isOn = true
  await sweeping.fundGasWallet()
  await engine.mineAfter(400)
})
// Whatever a test did, the ledger is what the chain shows.
afterEach(async () => {
  engine.chain.proxy.intercept(undefined)
  await engine.mineAfter(4000)
  await sweeping.runToEnd()
  expect(await ledgerProblems(sweeping)).toEqual([])
  const own = (await sweeping.holdings()).filter((one) => one.symbol === 'USDT')
  const recorded = own.reduce((sum, { sweptBase }) => sum + sweptBase, 0n)
  expect(await sweeping.balance(payout, tether.token.address)).toBe(recorded)
  expect(own.map(({ missingBase }) => missingBase)).toEqual(own.map(() => 0n))
})
afterAll(() => engine.stop())

/** Sessions that are paid in the dollar without transfers by signature. */
async function paid(count: number): Promise<CheckoutSession[]> {
  const terms = { symbol: 'USDT', decimals: 6, amountBase: dollars }
  const sessions: CheckoutSession[] = []
  for (let n = 0; n < count; n++) {
    const session = await sweeping.openPaid(tokenLock(tether.token.address, terms))
    await tether.mint(session.address, dollars)
    sessions.push(session)
  }
  await engine.mine(4)
  return sessions
}

async function paidAgain(session: CheckoutSession): Promise<void> {
  await tether.mint(session.address, dollars)
  await engine.mine(4)
  await sweeping.markDue(session)
}

const sweepsOf = async ({ id }: CheckoutSession): Promise<Sweep[]> =>
  (await sweeping.sweeps()).filter(({ items }) => items.some(({ sessionId }) => sessionId === id))

const kindsOf = async (session: CheckoutSession) =>
  (await sweepsOf(session)).map(({ kind, status }) => `${kind} ${status}`).toSorted()

const codeOf = ({ address }: { address: string }) =>
  engine.chain.node.getCode({ address: hex(address) })

async function order(gasCap = '0.1'): Promise<void> {
  const wanted = { mode: 'test', chainId: 31337, requestedAt: engine.clock() } as const
  const gasCapBase = parseEther(gasCap)
  await transact(engine.table, [delegateRequestWrite({ ...wanted, gasCapBase })])
}

const deployments = async () =>
  (await sweeping.sweeps()).filter(({ kind }) => kind === 'deployment')

it('deploys its contract by an order that costs less than its cap, and only once', async () => {
  await order('0.000001')
  await sweeping.runToEnd()
  expect(sweeping.alerts.at(-1)).toMatch(/was not deployed: it costs up to .* its cap is 0.000001/)
  expect(await codeOf({ address: delegate })).toBeUndefined()
  await engine.mineAfter(400)
  await order()
  await sweeping.runToEnd()
  await engine.mineAfter(400)
  await order()
  await sweeping.runToEnd()
  expect(await deployments()).toMatchObject([{ status: 'final', items: [] }])
  expect(await codeOf({ address: delegate })).toBeDefined()
})

it('is off by default: coin is sent first, and nothing delegates', async () => {
  isOn = false
  const [session] = await paid(1)
  if (!session) throw new Error('a session')
  await sweeping.runToEnd()
  expect(await kindsOf(session)).toEqual(expect.arrayContaining(['token final', 'top-up final']))
  expect(await codeOf(session)).toBeUndefined()
})

it('moves a token of many addresses in one transaction, without coin, and leaves a blocked one', async () => {
  const sessions = await paid(3)
  const [blocked] = await paid(1)
  if (!blocked) throw new Error('a session')
  await tether.block(blocked.address)
  await tether.keep(2n)
  await engine.mine(4)
  const before = await sweeping.balance(payout, tether.token.address)
  await sweeping.runToEnd()
  const arrived = (await sweeping.balance(payout, tether.token.address)) - before
  expect(arrived).toBe((3n * dollars * 98n) / 100n)
  const [sweep] = await sweepsOf(blocked)
  expect(sweep).toBeUndefined()
  const ids = new Set((await Promise.all(sessions.map(sweepsOf))).flat().map(({ id }) => id))
  expect(ids.size).toBe(1)
  for (const session of sessions) {
    expect(await kindsOf(session)).toEqual(['delegated final'])
    expect(await codeOf(session)).toBe(delegationTo(delegate).toLowerCase())
    expect(await sweeping.balance(session.address)).toBe(0n)
  }
  const waits = (await sweeping.holdings()).find(({ sessionId }) => sessionId === blocked.id)
  expect(waits?.waiting).toMatchObject({ reason: 'refused', details: 'account is blacklisted' })
  await tether.unblock(blocked.address)
  await tether.keep(0n)
  await engine.mineAfter(4000)
  await sweeping.runToEnd()
  expect(await kindsOf(blocked)).toEqual(['delegated final'])
})

it('sweeps what arrives later: the token again, coin, and USDC by signature', async () => {
  const [session] = await paid(1)
  if (!session) throw new Error('a session')
  await sweeping.runToEnd()
  await paidAgain(session)
  await engine.pay(session, coin)
  await engine.payUsdc(session, dollars)
  await engine.mine(4)
  await sweeping.markDue({ ...session, lock: coinLock(coin) })
  await sweeping.markDue({ ...session, lock: usdcLock(dollars) })
  // Coin waits until the address has signed for no token.
  for (let round = 0; round < 2; round++) {
    await engine.mineAfter(400)
    await sweeping.runToEnd()
  }
  expect(await kindsOf(session)).toEqual([
    ...['authorized final', 'delegated final', 'delegated final', 'native final'],
  ])
  for (const asset of [null, tether.token.address, localAddresses.testUsdc]) {
    expect(await sweeping.balance(session.address, asset)).toBe(0n)
  }
  const [again] = (await sweepsOf(session)).filter(({ kind }) => kind === 'delegated')
  expect(again?.items).toMatchObject([{ authorizationNonce: null }])
})

it('sends coin first while the contract’s code, or EIP-7702, is not there', async () => {
  const lies = {
    eth_getCode: { result: '0x60006000fd' },
    eth_call: { result: '0x' },
  } as const
  for (const [method, result] of Object.entries(lies)) {
    const [session] = await paid(1)
    if (!session) throw new Error('a session')
    engine.chain.proxy.intercept((request) => {
      const isLie = JSON.stringify(request).includes('authorizationList') || method !== 'eth_call'
      return request.method === method && isLie ? result : undefined
    })
    await sweeping.runToEnd()
    engine.chain.proxy.intercept(undefined)
    expect(await kindsOf(session)).toEqual(expect.arrayContaining(['token final', 'top-up final']))
    expect(await codeOf(session)).toBeUndefined()
  }
})

it('raises a batch that is not mined, with the same delegations', async () => {
  const [session] = await paid(1)
  if (!session) throw new Error('a session')
  await sweeping.run()
  engine.passSeconds(120)
  await sweeping.run()
  const [sweep] = await sweepsOf(session)
  expect(sweep).toMatchObject({ kind: 'delegated', status: 'broadcast', attempts: [{}, {}] })
  await sweeping.runToEnd()
  expect(await kindsOf(session)).toEqual(['delegated final'])
})

it('moves the money if a stranger has submitted the delegation before', async () => {
  const [session] = await paid(1)
  if (!session) throw new Error('a session')
  const held = await sweeping.services.openWallet('test')
  await sweeping.run()
  const account = await held.depositAccount(session)
  const authorization = await account.signAuthorization?.({
    ...{ address: delegate, chainId: 31337, nonce: 0 },
  })
  if (!authorization) throw new Error('an authorization')
  const [pending] = await sweepsOf(session)
  await engine.chain.node.dropTransaction({ hash: hex(pending?.attempts[0]?.hash ?? '') })
  await engine.chain.node.sendTransaction({
    ...{ account: payer, chain: null, to: payer, gas: 100_000n },
    authorizationList: [authorization],
  })
  await engine.mine(1)
  expect(await codeOf(session)).toBe(delegationTo(delegate).toLowerCase())
  await sweeping.runToEnd()
  expect(await kindsOf(session)).toEqual(['delegated final'])
})

it('can be canceled, and its money is swept by the next one', async () => {
  const [session] = await paid(1)
  if (!session) throw new Error('a session')
  await sweeping.run()
  const [first] = await sweepsOf(session)
  if (!first) throw new Error('a sweep')
  const services = { table: engine.table, now: engine.clock, randomBytes: seededBytes('abandon') }
  await runAsOperator(runAbandonSweep, services, { id: first.id, note: 'it hangs' })
  await sweeping.run()
  await engine.chain.node.dropTransaction({ hash: hex(first.attempts[0]?.hash ?? '') })
  await sweeping.runToEnd()
  expect(await kindsOf(session)).toEqual(['delegated canceled', 'delegated final'])
})

it('is swept again after a reorg below its block, from the same signed transaction', async () => {
  const [session] = await paid(1)
  if (!session) throw new Error('a session')
  await sweeping.run()
  await engine.mine(2)
  await sweeping.run()
  await engine.reorg(2)
  await sweeping.runToEnd()
  expect(await kindsOf(session)).toEqual(['delegated final'])
  const [sweep] = await sweepsOf(session)
  expect(sweep?.attempts).toHaveLength(1)
})
