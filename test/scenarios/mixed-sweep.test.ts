import { expect, it } from 'vitest'
import { localAddresses } from '../../shared/chain/local-addresses.ts'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { isFromDepositAddress } from '../../shared/payments/holdings/rules/sweep.ts'
import type { Tether } from './each-sweeping.ts'
import type { EngineHarness } from './engine-harness.ts'
import { coinLock, tokenLock, usdcLock } from './paying.ts'
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
const dollars = 25_000_000n
const gas = 10n ** 20n

let engine: EngineHarness
let sweeping: Sweeping
let tether: Tether

withEngine(async (started) => {
  engine = started
  tether = await deployTether(engine)
  sweeping = startSweeping(engine, { tokens: [tether.token] })
  await sweeping.fundGasWallet(gas)
})

type Way = {
  open: () => Promise<CheckoutSession>
  pay: (session: CheckoutSession) => Promise<unknown>
}

const ways = (): Record<'coin' | 'usdc' | 'usdt', Way> => ({
  coin: {
    open: () => sweeping.openPaid(coinLock(coin)),
    pay: (session) => engine.pay(session, coin),
  },
  usdc: {
    open: () => sweeping.openPaid(usdcLock(dollars)),
    pay: (session) => engine.payUsdc(session, dollars),
  },
  usdt: {
    open: () =>
      sweeping.openPaid(
        tokenLock(tether.token.address, { symbol: 'USDT', decimals: 6, amountBase: dollars }),
      ),
    pay: ({ address }) => tether.mint(address, dollars),
  },
})

async function paid(way: Way, count: number): Promise<CheckoutSession[]> {
  const sessions: CheckoutSession[] = []
  for (let n = 0; n < count; n++) {
    const session = await way.open()
    await way.pay(session)
    sessions.push(session)
  }
  return sessions
}

/** Arrivals at the payout wallet since then, and what the ledger says was swept, by asset. */
async function arrivals(): Promise<{ onChain: bigint[]; recorded: bigint[] }> {
  const assets = [null, localAddresses.testUsdc, tether.token.address]
  const holdings = await sweeping.holdings()
  const recorded = assets.map((asset) =>
    holdings
      .filter(({ tokenAddress }) => tokenAddress === asset)
      .reduce((sum, { sweptBase }) => sum + sweptBase, 0n),
  )
  const onChain = await Promise.all(assets.map((asset) => sweeping.balance(payout, asset)))
  return { onChain, recorded }
}

/** By its sweeps. */
async function gasSpent(): Promise<bigint> {
  const own = (await sweeping.sweeps()).filter((sweep) => !isFromDepositAddress(sweep))
  return own.reduce((sum, { feeBase, kind, items }) => {
    const sent = kind === 'top-up' ? (items[0]?.movedBase ?? 0n) : 0n
    return sum + (feeBase ?? 0n) + sent
  }, 0n)
}

it('a mixed sweep of 200 deposits ends with the ledger equal to the chain', async () => {
  const { coin: inCoin, usdc: inUsdc, usdt: inUsdt } = ways()
  await paid(inCoin, 60)
  await paid(inUsdc, 100)
  await paid(inUsdt, 30)
  const blocked = await paid(inUsdt, 10)
  for (const { address } of blocked) await tether.block(address)
  await tether.keep(2n)
  await engine.mine(4)
  await sweeping.runToEnd()
  expect(await ledgerProblems(sweeping)).toEqual([])
  const { onChain, recorded } = await arrivals()
  expect(onChain).toEqual(recorded)
  expect(onChain.slice(1)).toEqual([100n * dollars, (30n * dollars * 98n) / 100n])
  const refused = (await sweeping.holdings()).filter(({ waiting }) => waiting?.reason === 'refused')
  expect(refused.map(({ address }) => address).sort()).toEqual(
    blocked.map(({ address }) => address).sort(),
  )
  for (const { waiting } of refused) expect(waiting?.details).toContain('account is blacklisted')
  expect(gas - (await sweeping.balance(gasAccount.address))).toBe(await gasSpent())
  for (const { address } of blocked) await tether.unblock(address)
  await engine.mineAfter(3700)
  await sweeping.runToEnd()
  expect(await ledgerProblems(sweeping)).toEqual([])
})
