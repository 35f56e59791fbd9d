import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import {
  bytesToHex,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  type LocalAccount,
  parseAbi,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect } from 'vitest'
import { hex as hexText } from '../../infra/local/chains/call-node.ts'
import type { Chain, Token } from '../../shared/chain/chain.ts'
import type { ChainClient } from '../../shared/chain/open-chain.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import type { PayoutInEffect } from '../../shared/money/payout-wallets/rules/payout-wallet.ts'
import { loadRules } from '../../shared/money/sweeps/planning/load-rules.ts'
import { sweepChain } from '../../shared/money/sweeps/sweep-chain.ts'
import type { SweepServices } from '../../shared/money/sweeps/sweep-services.ts'
import type { CheckoutSession } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import { heldBy } from '../../shared/payments/holdings/held-by.ts'
import type { Holding } from '../../shared/payments/holdings/rules/holding.ts'
import { isActive, type Sweep } from '../../shared/payments/holdings/rules/sweep.ts'
import { allHoldings, holdingDue } from '../../shared/payments/holdings/store/holdings.ts'
import { loadSweep, pageSweeps } from '../../shared/payments/holdings/store/sweeps.ts'
import { askDirectly } from '../chain-fixture.ts'
import testTether from '../contracts/test-tether.json' with { type: 'json' }
import { someSettings } from '../factories.ts'
import { openNodes } from '../open-nodes.ts'
import { seededBytes } from '../seeded-bytes.ts'
import { differencesOf } from './book-audit.ts'
import { type Address, type EngineHarness, hex } from './engine-harness.ts'
import { coinLock, deploy, usdcLock } from './paying.ts'

/** A published mnemonic: play money only. */
const seed = mnemonicToSeedSync(
  'legal winner thank year wave sausage worth useful legal winner thank yellow',
)
const root = HDKey.fromMasterSeed(seed)

function accountAt(path: string): LocalAccount {
  return privateKeyToAccount(bytesToHex(root.derive(path).privateKey ?? new Uint8Array()))
}

const depositAccount = (index: number) => accountAt(`m/44'/1'/0'/0/${index}`)
export const gasAccount = accountAt("m/44'/1'/1'/0/0")
export const payout: Address = '0x00000000000000000000000000000000005a1e5e'

/** A payout wallet of which no change is pending. */
export function inEffect(address: Address, former: readonly Address[] = []): PayoutInEffect {
  return { address, former, changesAt: null, wordsSince: null }
}

type Options = {
  tokens?: readonly Token[]
  services?: Partial<SweepServices>
  chain?: Partial<Chain>
  /** The index of the next session's address; by default one that the engine has not given yet. */
  takeIndex?: () => Promise<number>
}

/** Indices are never reused on a chain, whoever sweeps it. */
const indices = new WeakMap<EngineHarness, number>()

function nextIndex(engine: EngineHarness): number {
  const index = indices.get(engine) ?? 0
  indices.set(engine, index + 1)
  return index
}

/** Sweeps on the engine's chain, with its clock and table. */
export function startSweeping(engine: EngineHarness, options: Options = {}) {
  const row: Chain = {
    ...engine.chain.chain,
    blockTimeMs: 10_000,
    ...options.chain,
    tokens: [...engine.chain.chain.tokens, ...(options.tokens ?? [])],
  }
  let client: ChainClient = openNodes(row, [engine.chain.proxy.rpcUrl])
  const alerts: string[] = []
  const services: SweepServices = {
    table: engine.table,
    now: engine.clock,
    randomBytes: seededBytes('sweeps'),
    ask: askDirectly,
    isWatchOnly: async () => false,
    payoutWallet: async () => inEffect(payout),
    checkPayoutWallet: async () => undefined,
    gasWallet: async () => gasAccount.address,
    openWallet: async () => ({
      sealedAt: async () => new Date(0),
      depositAccount: async ({ derivationIndex }) => depositAccount(derivationIndex),
      gasAccount: async () => gasAccount,
      wipe: async () => undefined,
    }),
    priceMicros: async () => null,
    takesTokens: async () => false,
    rulesOf: (chain) => loadRules(engine.table, chain),
    settings: async (mode) => {
      const { tableName } = await engine.deps.settings(mode)
      return someSettings({ tableName })
    },
    alert: ({ message }) => alerts.push(message),
    ...options.services,
  }
  const sweeping = {
    services,
    alerts,
    chain: () => ({ mode: 'test', client }) as const,
    useNodes(...rpcUrls: readonly string[]): void {
      client = openNodes(row, rpcUrls)
    },
    /** A session at an address that the wallet can sign for. */
    async openSession(changes: Partial<CheckoutSession> = {}): Promise<CheckoutSession> {
      const derivationIndex = (await options.takeIndex?.()) ?? nextIndex(engine)
      const { address } = depositAccount(derivationIndex)
      return engine.openSession({ ...changes, derivationIndex, address })
    },
    /** A session that was paid in coin or USDC, noticed and closed. */
    async settled(lock: CheckoutSession['lock']): Promise<CheckoutSession> {
      const session = await sweeping.openSession({ lock })
      if (lock.tokenAddress === null) await engine.pay(session, lock.amountBase)
      else await engine.payUsdc(session, lock.amountBase)
      expect(await engine.settle(session)).toBe('paid')
      return session
    },
    /** A session that is paid and closed, whose money was sent to it meanwhile. */
    async openPaid(lock: CheckoutSession['lock']): Promise<CheckoutSession> {
      const received = {
        seenBase: lock.amountBase,
        confirmedBase: lock.amountBase,
        confirmations: 3,
      }
      const closed = { status: 'paid', closedAt: engine.clock(), received } as const
      const session = await sweeping.openSession({ lock, ...closed })
      await sweeping.markDue(session)
      return session
    },
    /** A session that is paid in the coin, with the transfer that its address has. */
    async paidInCoin(amount: bigint): Promise<CheckoutSession> {
      const session = await sweeping.openPaid(coinLock(amount))
      await engine.pay(session, amount)
      await engine.mine(4)
      return session
    },
    async paidInUsdc(amount: bigint): Promise<CheckoutSession> {
      const session = await sweeping.openPaid(usdcLock(amount))
      await engine.payUsdc(session, amount)
      await engine.mine(4)
      return session
    },
    /** Records money at a session's address, as closing the session does. */
    async markDue(session: CheckoutSession): Promise<void> {
      await transact(engine.table, [holdingDue(heldBy(session, session.lock), engine.clock())])
    },
    /** One run, as an operator requests it. */
    run: () => sweepChain(services, sweeping.chain(), { forMs: 60_000, everyMs: 0 }),
    /** Runs until nothing is under way, with blocks in between. */
    async runToEnd(): Promise<void> {
      for (let round = 0; round < 12; round++) {
        const report = await sweeping.run()
        await engine.mine(4)
        if (report?.active === 0 && report.planned === 0) return
      }
      const left = (await sweeping.sweeps()).filter(isActive)
      const lines = left.map(({ id, kind, status, attempts, problem }) =>
        [id, kind, status, `${attempts.length} attempts`, problem].join(' '),
      )
      throw new Error(`the sweeps do not end: ${lines.join('; ')}`)
    },
    holdings: async (): Promise<Holding[]> =>
      (await Array.fromAsync(allHoldings(engine.table, 'test'))).flat(),
    sweeps: async (): Promise<readonly Sweep[]> =>
      (await pageSweeps(engine.table, 'test', { limit: 1000 })).items,
    /** The newest sweep of a session's money. */
    async sweepOf({ id }: CheckoutSession, kind?: Sweep['kind']): Promise<Sweep> {
      const own = (await sweeping.sweeps()).find(
        (sweep) =>
          (kind ?? sweep.kind) === sweep.kind && sweep.items.some((item) => item.sessionId === id),
      )
      if (!own) throw new Error('nothing is swept')
      return own
    },
    /** A sweep as it is stored by now. */
    current: ({ mode, id }: Sweep) => loadSweep(engine.table, mode, id),
    holdingsOf: async ({ id }: Pick<CheckoutSession, 'id'>): Promise<Holding[]> =>
      (await sweeping.holdings()).filter(({ sessionId }) => sessionId === id),
    balance(address: string, token: string | null = null): Promise<bigint> {
      const { node } = engine.chain
      if (token === null) return node.getBalance({ address: hex(address) })
      const args = [hex(address)] as const
      return node.readContract({
        address: hex(token),
        abi: erc20Abi,
        functionName: 'balanceOf',
        args,
      })
    },
    fundGasWallet: (value = 10n ** 18n) =>
      engine.chain.node.setBalance({ address: gasAccount.address, value }),
  }
  return sweeping
}

const tetherAbi = parseAbi([
  'function mint(address to, uint256 value)',
  'function addBlackList(address account)',
  'function removeBlackList(address account)',
  'function setFeePercent(uint256 percent)',
])

/** A dollar that returns nothing, blocks addresses, and may keep a fee, listed as a token. */
export async function deployTether(engine: Pick<EngineHarness, 'chain' | 'mine'>) {
  const address = await deploy(engine, hexText.parse(testTether.bytecode))
  const token: Token = {
    symbol: 'USDT',
    address,
    decimals: 6,
    usdPegged: true,
    checkout: true,
    eip3009: null,
  }
  const send = (data: Hex) => engine.chain.send({ to: address, data })
  return {
    token,
    mint: (to: string, value: bigint) =>
      send(encodeFunctionData({ abi: tetherAbi, functionName: 'mint', args: [hex(to), value] })),
    block: (account: string) =>
      send(
        encodeFunctionData({
          abi: tetherAbi,
          functionName: 'addBlackList',
          args: [hex(account)],
        }),
      ),
    unblock: (account: string) =>
      send(
        encodeFunctionData({
          abi: tetherAbi,
          functionName: 'removeBlackList',
          args: [hex(account)],
        }),
      ),
    keep: (percent: bigint) =>
      send(encodeFunctionData({ abi: tetherAbi, functionName: 'setFeePercent', args: [percent] })),
  }
}

export type Sweeping = ReturnType<typeof startSweeping>

/** Violations that the ledger itself shows, or that an audit of the chain finds. */
export async function ledgerProblems(
  sweeping: Sweeping,
  holdings?: readonly Holding[],
): Promise<string[]> {
  const all = holdings ?? (await sweeping.holdings())
  return [...(await equationProblems(sweeping, all)), ...(await bookProblems(sweeping, all))]
}

/** Violations of the ledger's equation, and differences from the chain. */
export async function equationProblems(
  sweeping: Sweeping,
  holdings?: readonly Holding[],
): Promise<string[]> {
  const problems: string[] = []
  for (const holding of holdings ?? (await sweeping.holdings())) {
    const { receivedBase, gasBase, balanceBase, sweptBase, feeBase, missingBase } = holding
    const name = `${holding.symbol} at ${holding.address}`
    if (receivedBase + gasBase !== balanceBase + sweptBase + feeBase + missingBase) {
      problems.push(`${name}: the equation does not hold`)
    }
    const shown = await sweeping.balance(holding.address, holding.tokenAddress)
    if (shown !== balanceBase) problems.push(`${name}: ${balanceBase}, on the chain ${shown}`)
  }
  return problems
}

/** Findings of an audit about closed sessions whose money doesn't move. Many were never paid, so nothing is counted. */
async function bookProblems(sweeping: Sweeping, holdings: readonly Holding[]): Promise<string[]> {
  const { table, now, payoutWallet } = sweeping.services
  const chain = sweeping.chain()
  const { address = payout, former = [] } =
    (await payoutWallet(chain.mode, chain.client.chain.chainId)) ?? {}
  const books = { table, clock: now, chain, payouts: [address, payout, ...former] } as const
  const sessions = new Map(
    holdings.map(({ sessionId: id, address }) => [id, { id, address }] as const),
  )
  const found = await differencesOf(books, [...sessions.values()], { moving: 'skip' })
  return found
    .filter(({ kind }) => kind !== 'counted')
    .map(({ kind, tokenAddress, said, shown, txHash }) =>
      [kind, tokenAddress ?? 'coin', `said ${said}, shown ${shown}`, txHash].join(' '),
    )
}
