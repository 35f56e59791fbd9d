import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { hex as hexText } from '../../infra/local/chains/call-node.ts'
import { localAddresses } from '../../shared/chain/local-addresses.ts'
import { type AskChain, askWithin } from '../../shared/chain/nodes/ask-chain.ts'
import { noteShards } from '../../shared/kernel/store/shard-count.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import type {
  CheckoutSession,
  PriceLock,
} from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { isActive } from '../../shared/payments/holdings/rules/sweep.ts'
import { addressCreation } from '../../shared/payments/ledger/store/addresses.ts'
import {
  derivationStart,
  nextDerivationIndex,
} from '../../shared/payments/wallet/store/derivation-counter.ts'
import { loadStoredSettings } from '../../shared/records/settings/store/settings.ts'
import { payer } from '../chain-fixture.ts'
import testOddToken from '../contracts/test-odd-token.json' with { type: 'json' }
import testVault from '../contracts/test-vault.json' with { type: 'json' }
import { seededPlan, underFaults } from '../faults/fault.ts'
import { differencesOf } from './book-audit.ts'
import { hex, startEngineHarness } from './engine-harness.ts'
import { moneyRefunds, type RefundChoice } from './money-refunds.ts'
import { moneyRestores } from './money-restores.ts'
import { coinLock, deploy, tokenLock, usdcLock } from './paying.ts'
import { storedWallets } from './stored-wallets.ts'
import { deployTether, equationProblems, inEffect, payout, startSweeping } from './sweeping.ts'

export const assetNames = ['coin', 'usdc', 'tether', 'odd'] as const
type AssetName = (typeof assetNames)[number]

export const oddBehaviors = ['ordinary', 'returns false', 'reverts', 'returns a megabyte'] as const

export const nodeTroubles = ['fails', 'hides', 'hangs', 'works'] as const

/** One thing that happens to the money of a shop, or to the service. `who` counts sessions from the newest. */
export type MoneyStep =
  | { kind: 'sell'; asset: AssetName; quarters: number }
  | { kind: 'pay'; who: number; quarters: number }
  | { kind: 'mine'; blocks: number }
  | { kind: 'reorg'; depth: number }
  | { kind: 'later'; seconds: number }
  | { kind: 'fees'; gwei: number }
  | { kind: 'odd'; behavior: number }
  | { kind: 'block'; who: number }
  | { kind: 'keep'; percent: number }
  | { kind: 'payout'; which: number }
  | { kind: 'node'; trouble: (typeof nodeTroubles)[number] }
  | { kind: 'watch'; who: number; faults: number }
  | { kind: 'round'; faults: number }
  | { kind: 'scan closed'; faults: number }
  | { kind: 'sweep'; faults: number }
  | ({ kind: 'refund'; who: number; faults: number } & RefundChoice)
  | { kind: 'send refund' }
  | { kind: 'find refunds'; faults: number }
  | { kind: 'back up' }
  | { kind: 'restore'; faults: number }

type StepOf<Kind extends MoneyStep['kind']> = Extract<MoneyStep, { kind: Kind }>

const full = { coin: 10n ** 16n, usdc: 25_000_000n, tether: 25_000_000n, odd: 25_000_000n }

const oddAbi = parseAbi(['function behave(uint8 next)', 'function mint(address to, uint256 value)'])

/** An instance with a shop, whose money can meet everything that may happen to it, on a node of its own. */
export async function startMoneyWorld() {
  const impatient = askWithin({ silenceMs: 1_000, totalMs: 10_000 })
  // On a busy machine, a node that works may take longer than one that hangs is waited for.
  const patient = askWithin({ silenceMs: 60_000, totalMs: 120_000 })
  let hangs = false
  const ask: AskChain = (client, work) => (hangs ? impatient : patient)(client, work)
  const engine = await startEngineHarness({ ask, settings: { recheckDelaySeconds: 20 } })
  const { chain } = engine
  await chain.mintUsdc(payer, full.usdc * 100_000n)
  const tether = await deployTether(engine)
  const odd = hex(await deploy(engine, hexText.parse(testOddToken.bytecode)))
  const vault = hex(await deploy(engine, hexText.parse(testVault.bytecode)))
  const wallets = [payout, vault, '0x0000000000000000000000000000000000005afe'] as const
  let wallet = inEffect(payout)
  const oddToken = {
    symbol: 'ODD',
    address: odd,
    decimals: 6,
    usdPegged: false,
    checkout: true,
    eip3009: null,
  }
  const sweeping = startSweeping(engine, {
    tokens: [tether.token, oddToken],
    services: { ask, payoutWallet: async () => wallet },
    takeIndex: () => nextDerivationIndex(engine.table, 'test'),
  })
  const stored = storedWallets(engine.clock(), wallets)
  await transact(engine.table, [derivationStart(engine.table, 'test', 0), ...stored])
  engine.listTokens(tether.token, oddToken)
  await sweeping.fundGasWallet(10n ** 20n)
  await engine.mine(4)
  const sessions: { session: CheckoutSession; asset: AssetName }[] = []
  const sendOdd = (data: Hex) => chain.send({ to: odd, data })
  const behave = (behavior: number) =>
    sendOdd(encodeFunctionData({ abi: oddAbi, functionName: 'behave', args: [behavior] }))

  const ways: Record<
    AssetName,
    { lock: PriceLock; pay: (to: CheckoutSession, base: bigint) => Promise<unknown> }
  > = {
    coin: { lock: coinLock(full.coin), pay: engine.pay },
    usdc: { lock: usdcLock(full.usdc), pay: engine.payUsdc },
    tether: {
      lock: tokenLock(tether.token.address, {
        symbol: 'USDT',
        decimals: 6,
        amountBase: full.tether,
      }),
      pay: ({ address }, base) => tether.mint(address, base),
    },
    odd: {
      lock: tokenLock(odd, { symbol: 'ODD', decimals: 6, amountBase: full.odd }),
      pay: ({ address }, base) =>
        sendOdd(
          encodeFunctionData({ abi: oddAbi, functionName: 'mint', args: [hex(address), base] }),
        ),
    },
  }

  const restores = moneyRestores({ engine, sweeping, sessions })
  const refunds = moneyRefunds(engine, sweeping)
  const at = (who: number) => sessions.at(-1 - (who % Math.max(1, sessions.length)))

  async function pay(who: number, quarters: number): Promise<void> {
    const found = at(who)
    if (!found) return
    const { session, asset } = found
    await ways[asset].pay(session, (full[asset] / 4n) * BigInt(quarters))
    await engine.mine()
  }

  /** A process that may die at any call, or whose chain may not respond: what it was for is done by a later one. */
  async function attempt(faults: number, work: () => Promise<unknown>, rate = 0.1): Promise<void> {
    const plan = seededPlan(String(faults), { rate: faults === 0 ? 0 : rate })
    await underFaults(plan, () => work().catch(() => undefined))
    // What a process that died was still waiting for, no other one waits for.
    const { indexShards = null } = await loadStoredSettings(engine.table, 'test')
    noteShards(engine.table, 'test', indexShards)
  }

  const setBaseFee = (gwei: bigint) =>
    chain.node.setNextBlockBaseFeePerGas({ baseFeePerGas: gwei * 10n ** 9n })

  let isHidden = false
  async function setNodes(trouble: StepOf<'node'>['trouble']): Promise<void> {
    const interceptions = {
      fails: () => ({ error: { code: -32000, message: 'too busy' } }),
      hangs: () => 'hang' as const,
      hides: undefined,
      works: undefined,
    }
    chain.proxy.intercept(interceptions[trouble])
    hangs = trouble === 'hangs'
    isHidden = trouble === 'hides'
  }
  const amounts = Object.values(full).map((base) => base.toString(16).padStart(64, '0'))
  chain.proxy.falsify((text) =>
    isHidden ? amounts.reduce((all, word) => all.replaceAll(word, '0'.repeat(64)), text) : text,
  )

  const handlers: { [Kind in MoneyStep['kind']]: (step: StepOf<Kind>) => Promise<unknown> } = {
    async sell({ asset, quarters }) {
      if (restores.state() === 'under way') return
      const session = await sweeping.openSession({ lock: ways[asset].lock })
      await transact(engine.table, [addressCreation(session)])
      sessions.push({ asset, session })
      await pay(0, quarters)
    },
    pay: ({ who, quarters }) => pay(who, quarters),
    mine: ({ blocks }) => engine.mine(blocks),
    reorg: ({ depth }) => engine.reorg(depth),
    later: ({ seconds }) => engine.mineAfter(seconds),
    fees: ({ gwei }) => setBaseFee(BigInt(gwei)),
    async odd({ behavior }) {
      await behave(behavior)
      await engine.mine()
    },
    async block({ who }) {
      const found = at(who)
      if (found) await tether.block(found.session.address)
      await engine.mine()
    },
    async keep({ percent }) {
      await tether.keep(BigInt(percent))
      await engine.mine()
    },
    async payout({ which }) {
      const address = wallets[which] ?? payout
      const former = [wallet.address, ...wallet.former].filter((one) => one !== address)
      wallet = inEffect(address, [...new Set(former)])
    },
    node: ({ trouble }) => setNodes(trouble),
    async watch({ who, faults }) {
      const found = at(who)
      if (found) await attempt(faults, () => engine.recheck(found.session))
    },
    round: ({ faults }) => attempt(faults, () => engine.reconcile()),
    'scan closed': ({ faults }) => attempt(faults, () => engine.scanClosed()),
    sweep: ({ faults }) => attempt(faults, () => sweeping.run()),
    async refund({ who, faults, ...choice }) {
      const found = at(who)
      if (!found || restores.state() === 'under way') return
      await attempt(faults, () => refunds.promise(found.session, choice))
    },
    'send refund': refunds.send,
    'find refunds': ({ faults }) => attempt(faults, refunds.find),
    'back up': restores.backUp,
    async restore({ faults }) {
      if (!(await restores.putBack())) return
      await setNodes('works')
      await attempt(faults, restores.restore, 0.02)
    },
  }

  async function happen<Kind extends MoneyStep['kind']>(step: StepOf<Kind>): Promise<void> {
    await handlers[step.kind](step)
  }

  /** Everything works again, every session ends, and all is swept that can be. */
  async function rest(): Promise<void> {
    await setNodes('works')
    await behave(0)
    await tether.keep(0n)
    if (restores.state() === 'under way') await restores.restore()
    for (const { address } of await restores.known()) await tether.unblock(address)
    await setBaseFee(1n)
    await everySessionEnds()
    if (restores.state() === 'done') await restores.abandonLost()
    for (let round = 0; round < 3; round += 1) {
      // A sweep that is under way ends first; what was refused is tried again after an hour, then less often.
      await engine.mineAfter(100_000)
      await engine.mine(4)
      await sweeping.runToEnd()
      for (const session of await closed()) await engine.recheckClosed(session)
    }
    await engine.mineAfter(4_000)
    await sweeping.runToEnd()
    await refunds.refundAll(await closed())
  }

  async function everySessionEnds(): Promise<void> {
    for (let round = 0; round < 8; round += 1) {
      await engine.mineAfter(round < 4 ? 1_000 : 8_000)
      await engine.mine(7)
      await engine.reconcile()
      for (const { session } of sessions) await engine.recheck(session).catch(() => undefined)
    }
  }

  async function closed(): Promise<CheckoutSession[]> {
    return (await restores.known()).filter(({ closedAt }) => closedAt !== null)
  }

  /** Violations of what must hold in between: the ledger's equation, and that nothing is missing. */
  async function problemsNow(): Promise<string[]> {
    return (await sweeping.holdings()).flatMap(
      ({ receivedBase, gasBase, balanceBase, sweptBase, feeBase, missingBase, ...holding }) => {
        const name = `${holding.symbol} at ${holding.address}`
        const holds = receivedBase + gasBase === balanceBase + sweptBase + feeBase + missingBase
        return [
          ...(holds ? [] : [`${name}: the equation does not hold`]),
          ...(missingBase === 0n || restores.state() === 'under way'
            ? []
            : [`${name}: ${missingBase} are missing`]),
        ]
      },
    )
  }

  /** Violations at rest, by the chain itself: the audit, one event per status, nothing waits or is lost. */
  async function problemsAtRest(): Promise<string[]> {
    const all = [
      await equationProblems(sweeping),
      await problemsNow(),
      await differences(),
      (await Promise.all((await restores.known()).map(problemsOf))).flat(),
      await waiting(),
      await refunds.problems(),
      await restores.unlisted(),
      await vanished(),
    ]
    return all.flat()
  }

  async function differences(): Promise<string[]> {
    const { table, clock } = engine
    const found = await differencesOf(
      { table, clock, chain: sweeping.chain(), payouts: [wallet.address, ...wallets] },
      await restores.known(),
    )
    return found.map(
      ({ kind, sessionId, tokenAddress, said, shown }) =>
        `${sessionId}: ${kind} ${tokenAddress ?? 'coin'}, said ${said}, shown ${shown}`,
    )
  }

  async function problemsOf(session: CheckoutSession): Promise<string[]> {
    const { id, closedAt, status } = session
    const events = await engine.eventsOf(session)
    const statuses = events.filter((type) => type.startsWith('session.') && !repeated.has(type))
    return [
      ...(closedAt ? [] : [`${id} is still ${status}`]),
      ...(new Set(statuses).size === statuses.length ? [] : [`${id}: ${statuses.join()}`]),
    ]
  }

  async function waiting(): Promise<string[]> {
    const active = (await sweeping.sweeps()).filter(isActive)
    const left = (await sweeping.holdings()).filter(
      ({ balanceBase, waiting: why }) => balanceBase > 0n && !mayStay.has(why?.reason ?? ''),
    )
    return [
      ...active.map(({ id, status }) => `the sweep ${id} is still ${status}`),
      ...left.map(
        ({ balanceBase, symbol, address, waiting: why }) =>
          `${balanceBase} ${symbol} wait at ${address}: ${why?.reason}`,
      ),
    ]
  }

  /** By the shop's addresses and the payout wallets alone: USDC takes no fees. */
  async function vanished(): Promise<string[]> {
    const given = [...sessions.map(({ session }) => session), ...restores.lost]
    const holders = [...given.map(({ address }) => address), ...wallets, ...refunds.customers]
    const usdc = localAddresses.testUsdc
    const held = await Promise.all(holders.map((address) => sweeping.balance(address, usdc)))
    const paid = await sweeping.balance(payer, usdc)
    const all = held.reduce((sum, base) => sum + base, paid)
    return all === full.usdc * 100_000n ? [] : [`of USDC there are ${all} base units`]
  }

  const { confirmed: refunded } = refunds
  return { happen, rest, problemsNow, problemsAtRest, refunded, stop: engine.stop }
}

/** Each further deposit is an event of its own. */
const repeated: ReadonlySet<string> = new Set(['session.unmatched_deposit'])

/** Why money may stay: it would cost more to sweep than it is worth. */
const mayStay: ReadonlySet<string> = new Set(['below_minimum', 'fee_too_high'])
