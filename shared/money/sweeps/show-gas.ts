import * as z from 'zod'
import { latestCoin } from '../../chain/balances/latest-coin.ts'
import { ChainUnavailable } from '../../chain/chain-unavailable.ts'
import type { AskChain } from '../../chain/nodes/ask-chain.ts'
import type { ChainClient } from '../../chain/open-chain.ts'
import { readGasMarket } from '../../chain/sending/read-gas-market.ts'
import { type Mode, modes } from '../../kernel/mode.ts'
import { formatBase, larger } from '../../kernel/money.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import { readingHoldings } from '../../payments/networks/chain-clients.ts'
import { type GasWallet, listGasWallets } from '../../payments/wallet/store/wallet-addresses.ts'
import { walletNotConfigured } from '../../payments/wallet/wallet-not-configured.ts'
import { expectedGas } from './planning/expected-gas.ts'
import { type GasUse, noGasUse } from './rules/gas-use.ts'
import { recentGasUse } from './store/gas-use.ts'

const gas = z.object({
  chains: z.array(
    z.object({
      mode: z.enum(modes),
      chainId: z.int(),
      chain: z.string(),
      gasWallet: z.string(),
      /** The newest wallet's pays. Of earlier ones, only those are listed that have coin left. */
      walletId: z.string(),
      symbol: z.string(),
      /** Null if no node responded. */
      balance: z.string().nullable(),
      /** Cost to the gas wallet of the sweeps of the last 30 days, at today's prices. */
      nextMonth: z.string().nullable(),
      /** Coin to send to the gas wallet for the next month; 0 if it has enough. */
      missing: z.string().nullable(),
    }),
  ),
})

export type ShownGas = z.infer<typeof gas>
type ChainGas = ShownGas['chains'][number]

export const showGas = operatorOperation({
  name: 'show-gas',
  role: 'viewer',
  command: 'gas',
  group: 'sweeps',
  input: z.strictObject({ mode: z.enum(modes).default('live') }),
  output: gas,
  touches: { table: 'read', chains: true },
  limits: { timeoutSeconds: 60 },
  docs: { summary: 'Show what the gas wallet has on each chain, and what it needs next month' },
  needs: readingHoldings,
  /** Throws `wallet_not_configured`. */
  async run(services: Services, { input: { mode } }) {
    const wallets = await listGasWallets(services.table, mode)
    const [paying, ...earlier] = wallets.toReversed()
    if (!paying) throw walletNotConfigured()
    const clients = await services.chains(mode)
    const shown = clients.map(async (client) => {
      const left = await Promise.all(earlier.map((wallet) => gasOf(services, client, wallet)))
      return [
        await gasOf(services, client, { ...paying, isPaying: true }),
        ...left.filter(({ balance }) => balance !== null && balance !== '0'),
      ]
    })
    return { result: { chains: (await Promise.all(shown)).flat() } }
  },
})

type Services = {
  table: Table
  now: () => Date
  ask: AskChain
  /** Every enabled chain of a mode. */
  chains: (mode: Mode) => Promise<readonly ChainClient[]>
}

async function gasOf(
  services: Services,
  client: ChainClient,
  { mode, walletId, address, isPaying = false }: GasWallet & { isPaying?: boolean },
): Promise<ChainGas> {
  const { table, now } = services
  const { chainId, name, native } = client.chain
  const of = { mode, chainId, chain: name, gasWallet: address, walletId, symbol: native.symbol }
  try {
    const used = isPaying ? await recentGasUse(table, { mode, chainId, now: now() }) : noGasUse
    return { ...of, ...(await costs(services, client, { gasWallet: address, used })) }
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error
    // The other chains are shown, and this one as unknown.
    return { ...of, balance: null, nextMonth: null, missing: null }
  }
}

type Used = { gasWallet: `0x${string}`; used: GasUse }

async function costs(
  { ask, now }: Services,
  client: ChainClient,
  { gasWallet, used }: Used,
): Promise<Pick<ChainGas, 'balance' | 'nextMonth' | 'missing'>> {
  const { native } = client.chain
  const [needBase, balance] = await ask(client, (limited) =>
    Promise.all([
      readGasMarket(limited, { now: now() }).then((market) => expectedGas(limited, market, used)),
      latestCoin(limited, gasWallet),
    ]),
  )
  const missingBase = larger(needBase - balance, 0n)
  const text = (base: bigint) => formatBase(base, native.decimals)
  return { balance: text(balance), nextMonth: text(needBase), missing: text(missingBase) }
}
