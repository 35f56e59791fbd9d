import * as z from 'zod'
import type { ChainClient } from '../chain/open-chain.ts'
import { type Mode, modes } from '../kernel/mode.ts'
import { formatBase } from '../kernel/money.ts'
import type { Decision } from '../kernel/operation/commit.ts'
import { operatorOperation } from '../kernel/operation/operation.ts'
import type { Table } from '../kernel/store/table.ts'
import { findAddresses } from '../ledger/store/addresses.ts'
import type { OperatorInputOf } from '../operators/operator-request.ts'
import { searchedIndices } from './highest-index-with-money.ts'
import {
  type FoundMoney,
  onceEach,
  type SearchDeps,
  searchDepositAddresses,
  type Unread,
} from './search-deposit-addresses.ts'
import { knownDerivationIndices } from './store/derivation-counter.ts'
import { derivationIndex } from './wire/derivation-index.ts'
import { unreadChain } from './wire/unread-chain.ts'

const skippedMoney = z.object({
  index: z.int(),
  address: z.string(),
  chainId: z.int(),
  symbol: z.string(),
  tokenAddress: z.string().nullable(),
  amount: z.string(),
  /** Whether a session may still get this address: its index has not been reached. */
  isAhead: z.boolean(),
})

const checkedAddresses = z.object({
  found: z.array(skippedMoney),
  unread: z.array(unreadChain),
  /** The first index that is left to check; absent if none is. */
  next: z.int().optional(),
})

export type SkippedMoney = z.infer<typeof skippedMoney>
type CheckedAddresses = z.infer<typeof checkedAddresses>

export const checkSkippedAddresses = operatorOperation({
  name: 'check-skipped-addresses',
  command: 'wallet check',
  input: z.strictObject({
    mode: z.enum(modes),
    from: derivationIndex.default(0),
    /** The index to end before; 20,000 past the last one that was given out by default. */
    until: derivationIndex.optional(),
  }),
  output: checkedAddresses,
  touches: { table: 'read', decrypts: ['account-public-keys'], chains: true },
  // Deriving addresses is all computing, and this is the memory that comes with a whole processor.
  needs: { memoryMb: 1769, timeoutSeconds: 120 },
  docs: {
    summary:
      'Find money at deposit addresses that no session has, which takes minutes for all of them',
  },
})

type Services = SearchDeps & {
  table: Table
  /** Every enabled chain of a mode. */
  chains: (mode: Mode) => readonly ChainClient[]
  depositAddresses: (mode: Mode) => Promise<(index: number) => string>
}

/** How long one call begins new steps: whoever calls repeats the call from `next`. */
const checkMs = 30_000

/**
 * Money at addresses that were skipped, and 20,000 past the last one that was given out. Whether an address has a session
 * is read after its balance: nobody pays before there is one. Throws `wallet_not_configured`.
 */
export async function runCheckSkippedAddresses(
  services: Services,
  { input: { mode, from, until } }: OperatorInputOf<typeof checkSkippedAddresses>,
): Promise<Decision<CheckedAddresses>> {
  const { table, now, chains, depositAddresses } = services
  const deadline = new Date(now().getTime() + checkMs)
  const addressAt = await depositAddresses(mode)
  const given = await knownDerivationIndices(table, mode)
  const end = until ?? given + searchedIndices
  const range = { clients: chains(mode), addressAt, from, until: () => end }
  const found: SkippedMoney[] = []
  const unread: Unread[] = []
  for await (const step of searchDepositAddresses(services, range)) {
    unread.push(...step.unread)
    found.push(...(await withoutSession(table, step.found, given)))
    const isLeft = step.chains.length > 0 && step.next < end
    // A call reads one step at least.
    if (isLeft && step.next > from && now() >= deadline) {
      return { result: { found, unread: onceEach(unread), next: step.next } }
    }
  }
  return { result: { found, unread: onceEach(unread) } }
}

async function withoutSession(
  table: Table,
  found: readonly FoundMoney[],
  given: number,
): Promise<SkippedMoney[]> {
  const ofSessions = await findAddresses(
    table,
    found.map(({ address }) => address),
  )
  const taken = new Set(ofSessions.map(({ derivationIndex: index }) => index))
  return found
    .filter(({ index }) => !taken.has(index))
    .map((money) => present(money, { isAhead: money.index >= given }))
}

function present(
  { index, address, chainId, asset, amountBase }: FoundMoney,
  { isAhead }: { isAhead: boolean },
): SkippedMoney {
  const { symbol, decimals, tokenAddress } = asset
  const amount = formatBase(amountBase, decimals)
  return { index, address, chainId, symbol, tokenAddress, amount, isAhead }
}
