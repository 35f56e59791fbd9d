import * as z from 'zod'
import type { ChainClient } from '../../chain/open-chain.ts'
import { ServiceError } from '../../kernel/errors.ts'
import { type Mode, modes } from '../../kernel/mode.ts'
import { formatBase } from '../../kernel/money.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import { findAddresses } from '../../payments/ledger/store/addresses.ts'
import { readingHoldings } from '../../payments/networks/chain-clients.ts'
import type { DepositWallets } from '../../payments/wallet/deposit-wallet.ts'
import { depositWallets } from '../../payments/wallet/deposit-wallets.ts'
import { searchedIndices } from '../../payments/wallet/highest-index-with-money.ts'
import { firstWalletId } from '../../payments/wallet/rules/wallet-id.ts'
import {
  type FoundMoney,
  onceEach,
  type SearchDeps,
  searchDepositAddresses,
  type Unread,
} from '../../payments/wallet/search-deposit-addresses.ts'
import { knownDerivationIndices } from '../../payments/wallet/store/derivation-counter.ts'
import { derivationIndex } from '../../payments/wallet/wire/derivation-index.ts'
import { unreadChain } from '../../payments/wallet/wire/unread-chain.ts'
import { sweptSince } from './swept-since.ts'

const skippedMoney = z.object({
  walletId: z.string(),
  index: z.int(),
  address: z.string(),
  chainId: z.int(),
  symbol: z.string(),
  tokenAddress: z.string().nullable(),
  amount: z.string(),
  /** Whether a future session can still get this address, because its index has not been reached. */
  isAhead: z.boolean(),
})

const checkedAddresses = z.object({
  found: z.array(skippedMoney),
  unread: z.array(unreadChain),
  /** The first index left to check of this wallet; absent if none is left. */
  next: z.int().optional(),
  /** The wallet to check after this one; absent for the newest. */
  nextWallet: z.string().optional(),
})

export type SkippedMoney = z.infer<typeof skippedMoney>
export const checkSkippedAddresses = operatorOperation({
  name: 'check-skipped-addresses',
  role: 'owner',
  command: 'wallet check',
  inBackground: true,
  input: z.strictObject({
    mode: z.enum(modes),
    walletId: z.string().max(20).default(firstWalletId),
    from: derivationIndex.default(0),
    /** The index to stop before; by default 20,000 past the last one that was assigned. */
    until: derivationIndex.optional(),
    /** When the table was backed up: addresses that were swept since are found, too, with an amount of 0. */
    since: z.iso.datetime().optional(),
  }),
  output: checkedAddresses,
  touches: { table: 'read', decrypts: ['account-public-keys'], chains: true },
  // Deriving addresses is CPU-bound, and Lambda provides a full vCPU from this much memory on.
  limits: { memoryMb: 1769, timeoutSeconds: 120 },
  docs: {
    summary:
      'Find money at deposit addresses without a session. Checking all of them takes minutes',
  },
  needs: (config, given) => ({
    ...readingHoldings(config, given),
    depositWallets: depositWallets(config, given.table),
  }),
  /**
   * Finds money at addresses that were skipped, and at the 20,000 after the last one that was assigned. Reads the balance
   * before checking for a session: nobody pays an address before its session exists. Throws `wallet_not_configured`.
   */
  async run(services: Services, { input: { mode, walletId, from, until, since } }) {
    const { table, now, chains, depositWallets } = services
    const deadline = new Date(now().getTime() + checkMs)
    const { wallet, nextWallet } = walletIn(await depositWallets(mode), walletId)
    const assigned = await knownDerivationIndices(table, mode)
    const end = until ?? assigned + searchedIndices
    // New sessions get addresses of the newest wallet only.
    const aheadFrom = nextWallet === undefined ? assigned : Number.POSITIVE_INFINITY
    const first = Math.max(from, wallet.searchFrom)
    const findEmptied = since ? sweptSince(services, { mode, since: new Date(since) }) : undefined
    const clients = await chains(mode)
    const range = { clients, ...wallet, from: first, until: () => end, findEmptied }
    const found: SkippedMoney[] = []
    const unread: Unread[] = []
    for await (const step of searchDepositAddresses(services, range)) {
      unread.push(...step.unread)
      found.push(...(await withoutSession(table, step.found, { walletId, aheadFrom })))
      const isLeft = step.chains.length > 0 && step.next < end
      // A call reads at least one step.
      if (isLeft && step.next > first && now() >= deadline) {
        return { result: { found, unread: onceEach(unread), next: step.next } }
      }
    }
    return { result: { found, unread: onceEach(unread), ...(nextWallet && { nextWallet }) } }
  },
})

type Services = SearchDeps & {
  table: Table
  /** Every enabled chain of a mode. */
  chains: (mode: Mode) => Promise<readonly ChainClient[]>
  depositWallets: (mode: Mode) => Promise<DepositWallets>
}

/** How long one call starts new steps. The caller continues with another call from `next`. */
const checkMs = 30_000

function walletIn({ all }: DepositWallets, walletId: string) {
  const index = all.findIndex((each) => each.walletId === walletId)
  const wallet = all[index]
  if (wallet) return { wallet, nextWallet: all[index + 1]?.walletId }
  throw new ServiceError('parameter_invalid', `There is no ${walletId}: see wallet list.`, {
    param: 'walletId',
  })
}

async function withoutSession(
  table: Table,
  found: readonly FoundMoney[],
  { walletId, aheadFrom }: { walletId: string; aheadFrom: number },
): Promise<SkippedMoney[]> {
  const ofSessions = await findAddresses(
    table,
    found.map(({ address }) => address),
  )
  const taken = new Set(ofSessions.map(({ derivationIndex: index }) => index))
  return found
    .filter(({ index }) => !taken.has(index))
    .map((money) => present(money, { walletId, isAhead: money.index >= aheadFrom }))
}

function present(
  { index, address, chainId, asset, amountBase }: FoundMoney,
  about: Pick<SkippedMoney, 'walletId' | 'isAhead'>,
): SkippedMoney {
  const { symbol, decimals, tokenAddress } = asset
  const amount = formatBase(amountBase, decimals)
  return { ...about, index, address, chainId, symbol, tokenAddress, amount }
}
