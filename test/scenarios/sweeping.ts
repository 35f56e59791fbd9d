import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import { bytesToHex, erc20Abi, type LocalAccount } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Chain, Token } from '../../shared/chain/chain.ts'
import type { ChainClient } from '../../shared/chain/open-chain.ts'
import type { CheckoutSession } from '../../shared/checkout-sessions/rules/checkout-session.ts'
import { transact } from '../../shared/kernel/store/transact.ts'
import { heldBy } from '../../shared/sweeps/held-by.ts'
import type { Holding } from '../../shared/sweeps/rules/holding.ts'
import type { Sweep } from '../../shared/sweeps/rules/sweep.ts'
import { defaultRule } from '../../shared/sweeps/rules/sweep-rule.ts'
import { allHoldings, holdingDue } from '../../shared/sweeps/store/holdings.ts'
import { pageSweeps } from '../../shared/sweeps/store/sweeps.ts'
import { sweepChain } from '../../shared/sweeps/sweep-chain.ts'
import type { SweepServices } from '../../shared/sweeps/sweep-services.ts'
import { askDirectly } from '../chain-fixture.ts'
import { openNodes } from '../open-nodes.ts'
import { seededBytes } from '../seeded-bytes.ts'
import { type Address, type EngineHarness, hex } from './engine-harness.ts'

/** A published mnemonic: play money only. */
const seed = mnemonicToSeedSync(
  'legal winner thank year wave sausage worth useful legal winner thank yellow',
)
const root = HDKey.fromMasterSeed(seed)

function accountAt(path: string): LocalAccount {
  return privateKeyToAccount(bytesToHex(root.derive(path).privateKey ?? new Uint8Array()))
}

const depositAccount = (index: number) => accountAt(`m/44'/1'/0'/0/${index}`)
const gasAccount = accountAt("m/44'/1'/1'/0/0")
export const payout: Address = '0x00000000000000000000000000000000005a1e5e'

type Options = {
  tokens?: readonly Token[]
  services?: Partial<SweepServices>
  chain?: Partial<Chain>
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
    payoutWallet: async () => payout,
    gasWallet: async () => gasAccount.address,
    openWallet: async () => ({
      depositAccount: async ({ derivationIndex }) => depositAccount(derivationIndex),
      gasAccount: () => gasAccount,
      wipe: async () => undefined,
    }),
    priceMicros: async () => null,
    ruleOf: (chain) => defaultRule(chain),
    alert: ({ message }) => alerts.push(message),
    ...options.services,
  }
  let index = 0
  const sweeping = {
    services,
    alerts,
    chain: () => ({ mode: 'test', client }) as const,
    useNodes(...rpcUrls: readonly string[]): void {
      client = openNodes(row, rpcUrls)
    },
    /** A session at an address that the wallet can sign for. */
    openSession(changes: Partial<CheckoutSession> = {}): Promise<CheckoutSession> {
      const derivationIndex = index++
      const { address } = depositAccount(derivationIndex)
      return engine.openSession({ ...changes, derivationIndex, address })
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
      throw new Error('the sweeps do not end')
    },
    holdings: async (): Promise<Holding[]> =>
      (await Array.fromAsync(allHoldings(engine.table, 'test'))).flat(),
    sweeps: async (): Promise<readonly Sweep[]> =>
      (await pageSweeps(engine.table, 'test', { limit: 1000 })).items,
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

export type Sweeping = ReturnType<typeof startSweeping>

/** What doesn't hold of the ledger: its equation, or that it is what the chain shows. */
export async function ledgerProblems(
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
