import type { Mode } from '../kernel/mode.ts'
import type { Table } from '../kernel/store/table.ts'
import { findAddresses } from '../ledger/store/addresses.ts'
import { searchedIndices } from './highest-index-with-money.ts'
import {
  type FoundMoney,
  onceEach,
  type SearchDeps,
  type SearchRange,
  searchDepositAddresses,
  type Unread,
} from './search-deposit-addresses.ts'
import { knownDerivationIndices } from './store/derivation-counter.ts'

export type SkippedMoney = FoundMoney & {
  /** Whether a session may still get this address: its index has not been reached. */
  isAhead: boolean
}

export type CheckedAddresses = {
  found: SkippedMoney[]
  unread: Unread[]
  /** The first index that is left to check; undefined if none is. */
  next: number | undefined
}

type Check = Omit<SearchRange, 'until'> & {
  mode: Mode
  /** The index to end before; 20,000 past the last one that was given out by default. */
  until?: number | undefined
  /** When to stop, so that another call goes on. */
  deadline: Date
}

/**
 * Money at deposit addresses that no session has: those that were skipped, and 20,000 past the last one that was given
 * out. Whether an address has a session is read after its balance: nobody pays before there is one.
 */
export async function checkSkippedAddresses(
  deps: SearchDeps & { table: Table },
  { mode, deadline, until, ...range }: Check,
): Promise<CheckedAddresses> {
  const given = await knownDerivationIndices(deps.table, mode)
  const end = until ?? given + searchedIndices
  const found: SkippedMoney[] = []
  const unread: Unread[] = []
  for await (const step of searchDepositAddresses(deps, { ...range, until: () => end })) {
    unread.push(...step.unread)
    found.push(...(await withoutSession(deps.table, step.found, given)))
    const isLeft = step.chains.length > 0 && step.next < end
    // A call reads one step at least.
    if (isLeft && step.next > range.from && deps.now() >= deadline) {
      return { found, unread: onceEach(unread), next: step.next }
    }
  }
  return { found, unread: onceEach(unread), next: undefined }
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
  const taken = new Set(ofSessions.map(({ derivationIndex }) => derivationIndex))
  return found
    .filter(({ index }) => !taken.has(index))
    .map((money) => ({ ...money, isAhead: money.index >= given }))
}
