import { getAddress, parseEther } from 'viem'
import { beforeEach, expect, it } from 'vitest'
import { localAddresses } from '../../shared/chain/local-addresses.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { abandonSweep } from '../../shared/money/sweeps/abandon-sweep.ts'
import { sweepUnlisted } from '../../shared/money/sweeps/sweep-unlisted.ts'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import type { Sweep } from '../../shared/payments/holdings/rules/sweep.ts'
import { addressCreation } from '../../shared/payments/ledger/store/addresses.ts'
import { runAsOperator } from '../run-as-operator.ts'
import { seededBytes } from '../seeded-bytes.ts'
import type { Tether } from './each-sweeping.ts'
import type { EngineHarness } from './engine-harness.ts'
import { coinLock, deployToken, tokenCall, usdcLock } from './paying.ts'
import {
  deployTether,
  gasAccount,
  ledgerProblems,
  payout,
  type Sweeping,
  startSweeping,
} from './sweeping.ts'
import { withEngine } from './with-engine.ts'

const coin = 10n ** 16n
const amount = 40n

let engine: EngineHarness
let sweeping: Sweeping
let token: `0x${string}`
let tether: Tether

withEngine(async (started) => {
  engine = started
  token = await deployToken(engine, { symbol: 'USDC' })
  tether = await deployTether(engine)
})
beforeEach(async () => {
  sweeping = startSweeping(engine)
  await sweeping.fundGasWallet()
  await engine.mineAfter(400)
})

/** A closed session whose address holds some of the token, and nothing else. */
async function holding(): Promise<CheckoutSession> {
  const session = await withAddress(await sweeping.openPaid(usdcLock(amount)))
  const to = `0x${session.address.slice(2)}` as const
  await engine.chain.send(tokenCall({ name: 'transfer', args: [to, amount] }, token))
  await engine.mine(4)
  return session
}

/** Creates its address, as creating a session does. */
async function withAddress(session: CheckoutSession): Promise<CheckoutSession> {
  await transact(engine.table, [addressCreation(session)])
  return session
}

type Order = Partial<Parameters<typeof sweepUnlisted.run>[1]['input']>

let orders = 0

function order({ address }: CheckoutSession, changes: Order = {}) {
  orders += 1
  const randomBytes = seededBytes(`order ${orders}`)
  const services = { table: engine.table, now: engine.clock, randomBytes }
  const input = { chainId: 31337, token, address, gasCap: '0.01', ...changes }
  return runAsOperator(sweepUnlisted, services, input)
}

const sweepsOf = async ({ id }: CheckoutSession): Promise<Sweep[]> =>
  (await sweeping.sweeps()).filter(({ items }) => items.some((item) => item.sessionId === id))

/** The cost of all sweeps of a session's token. */
async function spent(session: CheckoutSession): Promise<bigint> {
  const own = (await sweepsOf(session)).filter(({ kind }) => kind !== 'native')
  return own.reduce((sum, { feeBase }) => sum + (feeBase ?? 0n), 0n)
}

it('is swept by an order, with coin sent ahead, and for less than its cap', async () => {
  const session = await holding()
  const before = await sweeping.balance(payout, token)
  await order(session, { gasCap: '0.001' })
  await sweeping.runToEnd()
  expect((await sweeping.balance(payout, token)) - before).toBe(amount)
  const own = await sweepsOf(session)
  expect(own.map(({ kind, status }) => `${kind} ${status}`)).toEqual(
    expect.arrayContaining(['top-up final', 'token final']),
  )
  expect(await spent(session)).toBeLessThan(parseEther('0.001'))
  for (const { gas, ceilingPerGas, kind, items } of own.filter(({ kind }) => kind !== 'native')) {
    const sentBase = kind === 'top-up' ? (items[0]?.amountBase ?? 0n) : 0n
    expect(gas * ceilingPerGas + sentBase).toBeLessThanOrEqual(parseEther('0.001'))
  }
  const [ledger] = (await sweeping.holdings()).filter(
    (one) => one.tokenAddress === getAddress(token),
  )
  expect(ledger).toMatchObject({ sweptBase: amount, balanceBase: 0n })
  expect(ledger?.symbol).toMatch(/^0x\w{4}…\w{4}$/)
  expect(await ledgerProblems(sweeping)).toEqual([])
})

it('is swept once for one order, and again only for another', async () => {
  const session = await holding()
  await order(session, { address: session.id })
  await sweeping.runToEnd()
  const to = `0x${session.address.slice(2)}` as const
  await engine.chain.send(tokenCall({ name: 'transfer', args: [to, 2n] }, token))
  await engine.mineAfter(90_000)
  await engine.mine(4)
  await sweeping.runToEnd()
  expect(await sweeping.balance(session.address, token)).toBe(2n)
  await order(session)
  await engine.mineAfter(400)
  await engine.mine(4)
  await sweeping.runToEnd()
  expect(await sweeping.balance(session.address, token)).toBe(0n)
})

it('counts as what was signed, though more arrives before that is confirmed', async () => {
  const session = await holding()
  await order(session)
  const isSent = async () =>
    (await sweepsOf(session)).some(({ kind, status }) => kind === 'token' && status === 'broadcast')
  for (let round = 0; round < 6 && !(await isSent()); round++) {
    await sweeping.run()
    if (!(await isSent())) await engine.mine(4)
  }
  await engine.mine()
  const to = `0x${session.address.slice(2)}` as const
  await engine.chain.send(tokenCall({ name: 'transfer', args: [to, amount] }, token))
  await engine.mine(3)
  await sweeping.runToEnd()
  const ledger = async () =>
    (await sweeping.holdings()).find(
      (one) => one.sessionId === session.id && one.tokenAddress === getAddress(token),
    )
  expect(await ledger()).toMatchObject({ sweptBase: amount, waiting: null })
  await order(session)
  await engine.mineAfter(400)
  await sweeping.runToEnd()
  expect(await ledger()).toMatchObject({ sweptBase: 2n * amount, receivedBase: 2n * amount })
  expect(sweeping.alerts).toEqual([])
})

it('is not swept, and nothing is spent, if the cap is too low', async () => {
  const session = await holding()
  const gas = await sweeping.balance(gasAccount.address)
  await order(session, { gasCap: '0.000001' })
  await sweeping.runToEnd()
  expect(await sweepsOf(session)).toEqual([])
  expect(await sweeping.balance(gasAccount.address)).toBe(gas)
  expect(sweeping.alerts).toEqual([expect.stringContaining('the cap leaves 0.000001 ETH')])
})

it('costs less than its cap even if it is canceled while prices rise', async () => {
  const session = await holding()
  const cap = '0.0005'
  await order(session, { gasCap: cap })
  await sweeping.run()
  const [sent] = await sweepsOf(session)
  if (!sent) throw new Error('coin is sent')
  const baseFeeAt = async (baseFeePerGas: bigint) => {
    await engine.chain.node.setNextBlockBaseFeePerGas({ baseFeePerGas })
    await engine.mineAfter(70)
  }
  // Below ten times the price of its plan, but canceling it would cost more than its cap.
  await baseFeeAt(15n * 10n ** 9n)
  const services = { table: engine.table, now: engine.clock, randomBytes: seededBytes('cap') }
  await runAsOperator(abandonSweep, services, { id: sent.id, note: 'prices rise' })
  await sweeping.run()
  expect((await sweepsOf(session))[0]).toMatchObject({ id: sent.id, attempts: [{}] })
  await baseFeeAt(10n ** 9n)
  await sweeping.run()
  await engine.mineAfter(90_000)
  await sweeping.runToEnd()
  expect(await spent(session)).toBeLessThan(parseEther(cap))
  expect(await ledgerProblems(sweeping)).toEqual([])
})

it('is not swept if its contract refuses that', async () => {
  const session = await withAddress(await sweeping.openPaid(coinLock(coin)))
  await tether.mint(session.address, amount)
  await tether.block(session.address)
  await engine.mine(4)
  await order(session, { token: tether.token.address })
  await sweeping.runToEnd()
  const own = (await sweepsOf(session)).filter(({ kind }) => kind !== 'native')
  expect(own).toEqual([])
  expect(sweeping.alerts).toEqual([expect.stringContaining('account is blacklisted')])
})

it.each<[string, Order, string]>([
  ['a listed token', { token: localAddresses.testUsdc.toLowerCase() }, 'parameter_invalid'],
  ['a cap of nothing', { gasCap: '0' }, 'parameter_invalid'],
  ['a cap that is not an amount', { gasCap: 'all' }, 'parameter_invalid'],
  ['an address that is not ours', { address: payout }, 'parameter_invalid'],
  ['an unknown chain', { chainId: 5 }, 'unsupported_chain'],
])('refuses %s', async (_, changes, code) => {
  const session = await holding()
  await expect(order(session, changes)).rejects.toMatchObject({ code })
})

it('refuses money of an open session', async () => {
  const session = await withAddress(await sweeping.openSession({ lock: coinLock(coin) }))
  await expect(order(session)).rejects.toMatchObject({ code: 'state_changed' })
})
