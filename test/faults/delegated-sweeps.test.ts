import { parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { HexAddress } from '../../shared/chain/chain.ts'
import type { CheckoutSession } from '../../shared/checkout-sessions/rules/checkout-session.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { delegateAddress } from '../../shared/sweeps/delegate/sweep-delegate.ts'
import { isDeployed } from '../../shared/sweeps/delegate/usable-delegate.ts'
import type { Holding } from '../../shared/sweeps/rules/holding.ts'
import { delegateRequestWrite } from '../../shared/sweeps/store/delegate-requests.ts'
import { someSettings } from '../factories.ts'
import { deployDelegate } from '../scenarios/delegates.ts'
import { type EngineHarness, startEngineHarness } from '../scenarios/engine-harness.ts'
import { coinLock, tokenLock } from '../scenarios/paying.ts'
import {
  deployTether,
  gasAccount,
  ledgerProblems,
  type Sweeping,
  startSweeping,
} from '../scenarios/sweeping.ts'
import { dieAtEachWrite, failEachRequest, type SweepCase } from './walk-sweeps.ts'

const coin = 10n ** 16n
const amount = 25_000_000n
const patientMs = 900_000

let engine: EngineHarness
let sweeping: Sweeping
let tether: Awaited<ReturnType<typeof deployTether>>
let payout: HexAddress

beforeAll(async () => {
  engine = await startEngineHarness()
  tether = await deployTether(engine)
  payout = '0x00000000000000000000000000000000005a1e5e'
  sweeping = startSweeping(engine, {
    tokens: [tether.token],
    services: {
      settings: async () => someSettings({ batch7702: { 31337: true } }),
      payoutWallet: async () => payout,
    },
  })
  await deployDelegate(engine.chain, of())
})
// A case that did not end must not fail the next.
afterEach(() => engine.chain.proxy.intercept(undefined))
afterAll(() => engine.stop())

const of = () => ({ gasWallet: gasAccount.address, payout })

/** After the claim of a dead run has ended. */
async function sweepAll(): Promise<void> {
  await engine.mineAfter(300)
  await sweeping.runToEnd()
}

describe('batches', () => {
  type Subject = { sessions: CheckoutSession[]; held: bigint; nonce: number }

  /** New addresses, one that delegates already, and one that has coin as well. */
  async function prepare(): Promise<Subject> {
    await sweepAll()
    await sweeping.fundGasWallet()
    const terms = { symbol: 'USDT', decimals: 6, amountBase: amount }
    const sessions: CheckoutSession[] = []
    for (let n = 0; n < 3; n++) {
      sessions.push(await sweeping.openPaid(tokenLock(tether.token.address, terms)))
    }
    const [first, second] = sessions
    if (!first || !second) throw new Error('sessions')
    await tether.mint(first.address, amount)
    await engine.mine(4)
    await sweepAll()
    for (const { address } of sessions) await tether.mint(address, amount)
    await engine.pay(second, coin)
    await engine.mine(4)
    for (const session of sessions) await sweeping.markDue(session)
    await sweeping.markDue({ ...second, lock: coinLock(coin) })
    const held = await sweeping.balance(payout, tether.token.address)
    return { sessions, held, nonce: await sent() }
  }

  const sent = () => engine.chain.node.getTransactionCount({ address: gasAccount.address })

  async function wrong({ sessions, held, nonce }: Subject): Promise<string[]> {
    await sweepAll()
    await sweepAll()
    const addresses = new Set(sessions.map(({ address }) => address))
    const holdings = (await sweeping.holdings()).filter(({ address }) => addresses.has(address))
    const problems = await ledgerProblems(sweeping, holdings)
    const arrived = (await sweeping.balance(payout, tether.token.address)) - held
    if (arrived !== 3n * amount) problems.push(`${arrived} USDT arrived`)
    const moved = ({ sweepId, missingBase, balanceBase }: Holding) =>
      sweepId === null && missingBase === 0n && balanceBase === 0n
    for (const { symbol } of holdings.filter((one) => !moved(one))) {
      problems.push(`${symbol} is left, missing or still being swept`)
    }
    const batches = (await sent()) - nonce
    if (batches < 1 || batches > 2) problems.push(`the gas wallet sent ${batches} transactions`)
    return problems
  }

  const sweepCase: SweepCase<Subject> = { prepare, run: () => sweeping.runToEnd(), wrong }

  it.each([{ effects: 0 }, { effects: 1 }])(
    'move all money once, whatever write a run dies at ($effects)',
    async (death) => {
      const { cases, found } = await dieAtEachWrite(sweepCase, death)
      expect(found).toEqual([])
      expect(cases).toBeGreaterThan(10)
    },
    patientMs,
  )

  it.each([{ arrives: false }, { arrives: true }])(
    'move all money once, whatever call of a node fails ($arrives)',
    async (failure) => {
      const { cases, found } = await failEachRequest(sweepCase, engine, failure)
      expect(found).toEqual([])
      expect(cases).toBeGreaterThan(failure.arrives ? 0 : 20)
    },
    patientMs,
  )
})

describe('the contract', () => {
  /** A payout wallet whose contract is not deployed yet, and an order for it. */
  async function prepare(): Promise<number> {
    await sweepAll()
    await sweeping.fundGasWallet()
    payout = delegateAddress(of())
    const wanted = { mode: 'test', chainId: 31337, gasCapBase: parseEther('0.1') } as const
    await transact(engine.table, [delegateRequestWrite({ ...wanted, requestedAt: engine.clock() })])
    return engine.chain.node.getTransactionCount({ address: gasAccount.address })
  }

  async function wrong(nonce: number): Promise<string[]> {
    await sweepAll()
    await sweepAll()
    const { client } = sweeping.chain()
    const problems: string[] = []
    if (!(await isDeployed(client, of()))) problems.push('it is not deployed')
    const now = await engine.chain.node.getTransactionCount({ address: gasAccount.address })
    if (now !== nonce + 1) problems.push(`the gas wallet sent ${now - nonce} transactions`)
    return problems
  }

  const sweepCase: SweepCase<number> = { prepare, run: () => sweeping.runToEnd(), wrong }

  it.each([{ effects: 0 }, { effects: 1 }])(
    'is deployed once, whatever write a run dies at ($effects)',
    async (death) => {
      const { cases, found } = await dieAtEachWrite(sweepCase, death)
      expect(found).toEqual([])
      expect(cases).toBeGreaterThan(5)
    },
    patientMs,
  )

  it.each([{ arrives: false }, { arrives: true }])(
    'is deployed once, whatever call of a node fails ($arrives)',
    async (failure) => {
      const { cases, found } = await failEachRequest(sweepCase, engine, failure)
      expect(found).toEqual([])
      expect(cases).toBeGreaterThan(failure.arrives ? 0 : 8)
    },
    patientMs,
  )
})
