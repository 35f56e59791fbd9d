import { afterEach, expect, it } from 'vitest'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import type { Sweep } from '../../shared/payments/holdings/rules/sweep.ts'
import { loadTransaction } from '../../shared/payments/holdings/store/sweeps.ts'
import { payer } from '../chain-fixture.ts'
import { eachSweepingTether, expectAllSwept, type Tether } from './each-sweeping.ts'
import type { EngineHarness } from './engine-harness.ts'
import { coinLock, tokenLock, usdcLock } from './paying.ts'
import { gasAccount, type Sweeping } from './sweeping.ts'

const coin = 10n ** 16n
const usdc = 25_000_000n

let engine: EngineHarness
let sweeping: Sweeping
let tether: Tether

eachSweepingTether((given) => {
  ;({ engine, sweeping, tether } = given)
})
// In the end, everything is swept once, and the ledger has what arrived.
afterEach(async () => {
  await engine.mine(4)
  for (let round = 0; round < 2; round++) {
    await engine.mineAfter(4000)
    await sweeping.runToEnd()
  }
  await expectAllSwept(sweeping, tether)
})

const depth = 5

/** A session whose money was swept in the newest block but `depth`, as final. */
async function swept(
  lock: CheckoutSession['lock'],
  pay: (session: CheckoutSession) => Promise<unknown>,
): Promise<{ session: CheckoutSession; sweep: Sweep }> {
  const session = await sweeping.openPaid(lock)
  await pay(session)
  await engine.mine(4)
  await sweeping.run()
  await engine.mine(depth)
  await sweeping.run()
  await sweeping.run()
  const sweep = await sweeping.sweepOf(session)
  expect(sweep).toMatchObject({ status: 'final', recheckAt: expect.any(Date) })
  return { session, sweep }
}

const inCoin = () => swept(coinLock(coin), (session) => engine.pay(session, coin))
const inUsdc = () => swept(usdcLock(usdc), (session) => engine.payUsdc(session, usdc))

/** A run once sweeps that have just ended are compared again, and whether the ledger adds up then. */
async function recheck(): Promise<void> {
  engine.passSeconds(61)
  await sweeping.run()
  engine.passSeconds(1)
  await sweeping.run()
  for (const holding of await sweeping.holdings()) {
    const { receivedBase, gasBase, balanceBase, sweptBase, feeBase, missingBase } = holding
    expect(receivedBase + gasBase).toBe(balanceBase + sweptBase + feeBase + missingBase)
    expect(missingBase).toBe(0n)
  }
}

it.each([
  ['coin', inCoin],
  ['USDC', inUsdc],
])(
  'a final sweep of %s that vanishes is sent again byte for byte, and counted once',
  async (_, open) => {
    const { session, sweep } = await open()
    const raw = await loadTransaction(engine.table, sweep)
    await engine.reorg(depth)
    const { requests } = engine.chain.proxy
    const from = requests.length
    await recheck()
    const sent = requests.slice(from).filter(({ method }) => method === 'eth_sendRawTransaction')
    expect(sent[0]?.params).toEqual([raw])
    expect(await sweeping.current(sweep)).toMatchObject({ status: 'broadcast', feeBase: null })
    const [holding] = (await sweeping.holdings()).filter(
      ({ sessionId }) => sessionId === session.id,
    )
    expect(holding).toMatchObject({ sweptBase: 0n, feeBase: 0n, sweepId: sweep.id, sweepCount: 0 })
    expect(sweeping.alerts).toEqual([expect.stringContaining(`sweep ${sweep.id} was final`)])
    await engine.mine(4)
    await sweeping.runToEnd()
    expect(await sweeping.current(sweep)).toMatchObject({ status: 'final', nonce: sweep.nonce })
  },
)

it('a final sweep whose nonce is taken then is replaced, and its money swept by another', async () => {
  const { sweep } = await inUsdc()
  const own = await gasAccount.signTransaction({
    type: 'legacy',
    chainId: 31337,
    nonce: sweep.nonce,
    gas: 21_000n,
    gasPrice: 10n ** 11n,
    to: payer,
    value: 1n,
  })
  await engine.reorg(depth, [[own, 0]])
  await recheck()
  expect(await sweeping.current(sweep)).toMatchObject({ status: 'replaced' })
  expect(sweeping.alerts).toContainEqual(expect.stringContaining(`its nonce ${sweep.nonce}`))
})

it('a final sweep that is mined again in another block is counted there', async () => {
  const { sweep } = await inCoin()
  const raw = await loadTransaction(engine.table, sweep)
  await engine.reorg(depth, [[raw ?? '0x', 1]])
  await recheck()
  const again = await sweeping.current(sweep)
  expect(again).toMatchObject({ status: 'final', mined: { hash: sweep.mined?.hash } })
  expect(again?.mined?.blockHash).not.toBe(sweep.mined?.blockHash)
})

it('top-up and transfer of a token are both taken up again', async () => {
  const lock = tokenLock(tether.token.address, { symbol: 'USDT', decimals: 6, amountBase: usdc })
  const session = await sweeping.openPaid(lock)
  await tether.mint(session.address, usdc)
  await engine.mine(4)
  await sweeping.runToEnd()
  const own = (await sweeping.sweeps()).filter(({ items }) =>
    items.some(({ sessionId }) => sessionId === session.id),
  )
  expect(own.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['top-up', 'token']))
  const { number } = await engine.chain.node.getBlock()
  const first = own
    .map(({ mined }) => mined?.blockNumber ?? number)
    .sort((a, b) => Number(a - b))[0]
  await engine.reorg(Number(number - (first ?? number)) + 1)
  expect(await sweeping.balance(session.address, tether.token.address)).toBe(usdc)
  await recheck()
  const states = await Promise.all(own.map(sweeping.current))
  expect(states.map((one) => one?.status)).not.toContain('final')
})
