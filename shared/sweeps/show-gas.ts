import * as z from 'zod'
import type { AskChain } from '../chain/ask-chain.ts'
import { ChainUnavailable } from '../chain/chain-unavailable.ts'
import { latestCoin } from '../chain/latest-coin.ts'
import type { ChainClient } from '../chain/open-chain.ts'
import { readGasMarket } from '../chain/sending/read-gas-market.ts'
import { type Mode, modes } from '../kernel/mode.ts'
import { formatBase, larger } from '../kernel/money.ts'
import type { Decision } from '../kernel/operation/commit.ts'
import { operatorOperation } from '../kernel/operation/operation.ts'
import type { Table } from '../kernel/store/table.ts'
import type { OperatorInputOf } from '../operators/operator-request.ts'
import { loadGasWalletAddress } from '../wallet/store/wallet-addresses.ts'
import { walletNotConfigured } from '../wallet/wallet-not-configured.ts'
import { expectedGas } from './expected-gas.ts'
import type { GasUse } from './rules/gas-use.ts'
import { recentGasUse } from './store/gas-use.ts'

const gas = z.object({
  chains: z.array(
    z.object({
      mode: z.enum(modes),
      chainId: z.int(),
      chain: z.string(),
      gasWallet: z.string(),
      symbol: z.string(),
      /** Null if no node responded. */
      balance: z.string().nullable(),
      /** What the sweeps of the last 30 days would cost the gas wallet at today's prices. */
      nextMonth: z.string().nullable(),
      /** What to send to the gas wallet for the next month; 0 if it has enough. */
      missing: z.string().nullable(),
    }),
  ),
})

export type ShownGas = z.infer<typeof gas>
type ChainGas = ShownGas['chains'][number]

export const showGas = operatorOperation({
  name: 'show-gas',
  command: 'gas',
  group: 'sweeps',
  input: z.strictObject({ mode: z.enum(modes).default('live') }),
  output: gas,
  touches: { table: 'read', chains: true },
  needs: { timeoutSeconds: 60 },
  docs: { summary: 'Show what the gas wallet has on each chain, and what it needs next month' },
})

type Services = {
  table: Table
  now: () => Date
  ask: AskChain
  /** Every enabled chain of a mode. */
  chains: (mode: Mode) => Promise<readonly ChainClient[]>
}

/** Throws `wallet_not_configured`. */
export async function runShowGas(
  services: Services,
  { input: { mode } }: OperatorInputOf<typeof showGas>,
): Promise<Decision<ShownGas>> {
  const { table, now, chains } = services
  const gasWallet = await loadGasWalletAddress(table, mode)
  if (!gasWallet) throw walletNotConfigured()
  const shown = (await chains(mode)).map(async (client): Promise<ChainGas> => {
    const { chainId, name, native } = client.chain
    const of = { mode, chainId, chain: name, gasWallet, symbol: native.symbol }
    try {
      const used = await recentGasUse(table, { mode, chainId, now: now() })
      return { ...of, ...(await costs(services, client, { gasWallet, used })) }
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error
      // The other chains are shown, and this one as unknown.
      return { ...of, balance: null, nextMonth: null, missing: null }
    }
  })
  return { result: { chains: await Promise.all(shown) } }
}

type Used = { gasWallet: `0x${string}`; used: GasUse }

async function costs(
  { ask }: Services,
  client: ChainClient,
  { gasWallet, used }: Used,
): Promise<Pick<ChainGas, 'balance' | 'nextMonth' | 'missing'>> {
  const { native } = client.chain
  const [needBase, balance] = await ask(client, (limited) =>
    Promise.all([
      readGasMarket(limited).then((market) => expectedGas(limited, market, used)),
      latestCoin(limited, gasWallet),
    ]),
  )
  const missingBase = larger(needBase - balance, 0n)
  const text = (base: bigint) => formatBase(base, native.decimals)
  return { balance: text(balance), nextMonth: text(needBase), missing: text(missingBase) }
}
