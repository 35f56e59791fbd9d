import type { Mode } from '../../../kernel/mode.ts'
import type { Table } from '../../../kernel/store/table.ts'
import {
  bucketsOf,
  type ClosedRound,
  type ClosedTier,
  closedTierNames,
  overdueSeconds,
} from '../rules/closed-tiers.ts'
import { closedAddresses } from '../store/closed-addresses.ts'
import { loadClosedRounds, roundKey } from '../store/closed-rounds.ts'

type Options = {
  mode: Mode
  now: Date
  /** The enabled chains; not read unless something could be late. */
  chainIds: () => Promise<readonly number[]>
}

const longAgo = new Date(0)

/**
 * By how many seconds the scans of a mode's closed addresses exceed their time limit. Read from the progress that the
 * rounds record, so that it shows, too, if they have stopped altogether.
 */
export async function overdueClosedScans(table: Table, options: Options): Promise<number> {
  const { mode, now } = options
  const seconds = async (tier: ClosedTier, { dueAt, cursor }: ClosedRound) => {
    const since = await oldestLeft(table, { mode, buckets: bucketsOf(tier, now), cursor })
    return since ? overdueSeconds(tier, { dueAt, since, now }) : 0
  }
  // One query, mostly: neither tier is later than this.
  const since = await oldestLeft(table, { mode, buckets: allBuckets(now), cursor: null })
  if (!since) return 0
  const atMost = closedTierNames.map((tier) => overdueSeconds(tier, { dueAt: longAgo, since, now }))
  if (Math.max(...atMost) === 0) return 0
  const chainIds = await options.chainIds()
  const rounds = await loadClosedRounds(table, { mode, chainIds })
  const waiting = closedTierNames.map((tier) => seconds(tier, oldestRound(tier, rounds, chainIds)))
  return Math.max(...(await Promise.all(waiting)))
}

const neverStarted: ClosedRound = { dueAt: longAgo, startedAt: longAgo, cursor: null }

/** The chain's round that waits the longest. A chain's first round has no limit, unless there never was any round. */
function oldestRound(
  tier: ClosedTier,
  rounds: ReadonlyMap<string, ClosedRound>,
  chainIds: readonly number[],
): ClosedRound {
  const known = chainIds.flatMap((chainId) => rounds.get(roundKey({ chainId, tier })) ?? [])
  const [first] = known.toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime())
  return first ?? neverStarted
}

type Buckets = ReturnType<typeof bucketsOf>

/** The buckets of both tiers. */
function allBuckets(now: Date): Buckets {
  return { from: bucketsOf('older', now).from, to: bucketsOf('recent', now).to }
}

type Left = { mode: Mode; buckets: Buckets; cursor: string | null }

/** When the first of the addresses closed that a round still has to scan. */
async function oldestLeft(
  table: Table,
  { mode, buckets, cursor }: Left,
): Promise<Date | undefined> {
  const { rows } = await closedAddresses(table, { mode, ...buckets, cursor, limit: 1 })
  return rows[0]?.closedAt
}
