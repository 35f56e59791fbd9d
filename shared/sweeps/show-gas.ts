import * as z from 'zod'
import type { AskChain } from '../chain/ask-chain.ts'
import { ChainUnavailable } from '../chain/chain-unavailable.ts'
import { latestCoin } from '../chain/latest-coin.ts'
import type { ChainClient } from '../chain/open-chain.ts'
import { feesFor } from '../chain/rules/fee-rule.ts'
import { readGasMarket } from '../chain/sending/read-gas-market.ts'
import { type Mode, modes } from '../kernel/mode.ts'
import { formatBase } from '../kernel/money.ts'
import type { Decision } from '../kernel/operation/commit.ts'
import { operatorOperation } from '../kernel/operation/operation.ts'
import type { Table } from '../kernel/store/table.ts'
import type { OperatorInputOf } from '../operators/operator-request.ts'
import { loadGasWalletAddress } from '../wallet/store/wallet-addresses.ts'
import { walletNotConfigured } from '../wallet/wallet-not-configured.ts'
import { isFromDepositAddress, type Sweep } from './rules/sweep.ts'
import { recentSweeps } from './store/sweeps.ts'

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

const monthMs = 30 * 86_400_000

/** Throws `wallet_not_configured`. */
export async function runShowGas(
  services: Services,
  { input: { mode } }: OperatorInputOf<typeof showGas>,
): Promise<Decision<ShownGas>> {
  const { table, now, chains } = services
  const gasWallet = await loadGasWalletAddress(table, mode)
  if (!gasWallet) throw walletNotConfigured()
  const since = new Date(now().getTime() - monthMs)
  const recent = await recentSweeps(table, mode, since)
  const shown = (await chains(mode)).map(async (client): Promise<ChainGas> => {
    const { chainId, name, native } = client.chain
    const of = { mode, chainId, chain: name, gasWallet, symbol: native.symbol }
    const own = recent.filter((sweep) => sweep.chainId === chainId && !isFromDepositAddress(sweep))
    try {
      return { ...of, ...(await costs(services, client, { gasWallet, own })) }
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error
      // The other chains are shown, and this one as unknown.
      return { ...of, balance: null, nextMonth: null, missing: null }
    }
  })
  return { result: { chains: await Promise.all(shown) } }
}

type Own = { gasWallet: `0x${string}`; own: readonly Sweep[] }

async function costs(
  { ask }: Services,
  client: ChainClient,
  { gasWallet, own }: Own,
): Promise<Pick<ChainGas, 'balance' | 'nextMonth' | 'missing'>> {
  const { native, fees } = client.chain
  const [market, balance] = await ask(client, (limited) =>
    Promise.all([readGasMarket(limited), latestCoin(limited, gasWallet)]),
  )
  const { maxFeePerGas } = feesFor(fees, market, { exact: true })
  const needBase = own.reduce((sum, sweep) => sum + costNow(sweep, maxFeePerGas), 0n)
  const missingBase = needBase > balance ? needBase - balance : 0n
  const text = (base: bigint) => formatBase(base, native.decimals)
  return { balance: text(balance), nextMonth: text(needBase), missing: text(missingBase) }
}

/** What a past transaction would cost now; a top-up's amount followed the price of gas as well. */
function costNow({ gas: limit, attempts, kind, items }: Sweep, maxFeePerGas: bigint): bigint {
  const then = attempts.at(-1)?.maxFeePerGas ?? 0n
  const amountBase = kind === 'top-up' ? (items[0]?.amountBase ?? 0n) : 0n
  const topUpBase = then > 0n ? (amountBase * maxFeePerGas) / then : amountBase
  return limit * maxFeePerGas + topUpBase
}
