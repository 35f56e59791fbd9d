import type { ChainClient } from '../../../chain/open-chain.ts'
import type { Mode } from '../../../kernel/mode.ts'
import type { UnreadableRow } from '../../../kernel/store/unreadable-rows.ts'
import {
  bucketsOf,
  type ClosedRound,
  closedTierNames,
  isRoundDue,
  overdueSeconds,
  roundAfter,
} from '../rules/closed-tiers.ts'
import { type ClosedAddress, type ClosedPage, closedAddresses } from '../store/closed-addresses.ts'
import {
  loadClosedRounds,
  type RoundName,
  roundKey,
  saveClosedRounds,
} from '../store/closed-rounds.ts'
import type { CheckClosedSessionDeps } from './check-closed-session.ts'
import { scanClosedPage } from './scan-closed-page.ts'

type Options = {
  mode: Mode
  /** Time limit for starting new work; the rest is left for the next run. */
  forMs?: number
  /** Addresses whose balances are read at once. */
  pageSize?: number
}

export type ClosedScanReport = {
  /** Addresses whose balances were compared, counted once for each chain. */
  scanned: number
  /** An `UnreadableRow` for each address, once for each chain, that this version can't read, which was left out. */
  failures: unknown[]
  /** By how much the oldest remaining bucket exceeds its time limit. */
  overdueSeconds: number
}

type Run = {
  deps: CheckClosedSessionDeps
  mode: Mode
  pageSize: number
  now: Date
  isOver: () => boolean
  report: ClosedScanReport
  /** The rounds as they were when the run started. */
  rounds: ReadonlyMap<string, ClosedRound>
  /** The rounds after the finished ones. */
  next: Map<string, ClosedRound>
}

/**
 * Scans the addresses of a mode's closed sessions in all due buckets, on every enabled chain and in every listed asset.
 * Only addresses whose balance has changed are checked, and nothing is written for the others. Chains have separate,
 * parallel rounds, so that a hanging one delays no other. If a run ends early or is killed, the next one continues
 * there.
 */
export async function scanClosedAddresses(
  deps: CheckClosedSessionDeps,
  { mode, forMs = 30_000, pageSize = 400 }: Options,
): Promise<ClosedScanReport> {
  const now = deps.now()
  const chains = await deps.chains(mode)
  const chainIds = chains.map(({ chain }) => chain.chainId)
  const report = { scanned: 0, failures: [], overdueSeconds: 0 }
  const isOver = () => deps.now().getTime() >= now.getTime() + forMs
  const rounds = await loadClosedRounds(deps.table, { mode, chainIds })
  const next = new Map<string, ClosedRound>()
  const run: Run = { deps, mode, pageSize, now, isOver, report, rounds, next }
  await Promise.all(chains.map((client) => scanChain(run, client)))
  // One write for all, because most runs finish everything that is due.
  await saveClosedRounds(deps.table, mode, next)
  return report
}

async function scanChain(run: Run, client: ChainClient): Promise<void> {
  for (const tier of closedTierNames) {
    const name = { chainId: client.chain.chainId, tier }
    const stored = run.rounds.get(roundKey(name))
    if (!isRoundDue(stored, run.now)) continue
    const isBegun = stored !== undefined && stored.cursor !== null
    const dueAt = stored?.dueAt ?? new Date(0)
    const round = isBegun ? stored : { ...stored, dueAt, startedAt: run.now, cursor: null }
    await scanRound(run, { client, name, round })
  }
}

type RoundOf = { client: ChainClient; name: RoundName; round: ClosedRound }

async function scanRound(run: Run, of: RoundOf): Promise<void> {
  const { deps, mode, pageSize: limit, report } = run
  const { name, round } = of
  const onUnreadable = (row: UnreadableRow) => void report.failures.push(row)
  const buckets = bucketsOf(name.tier, round.startedAt)
  let { cursor } = round
  for (;;) {
    const page = { mode, ...buckets, cursor, limit, onUnreadable }
    const found = await closedAddresses(deps.table, page)
    const { rows, end, isLast } = found
    // Until a session has closed, there is no round to save.
    if (end === null && cursor === null) return
    const done = await scanPage(run, of, rows)
    const isWhole = done === rows.length
    if (isWhole && isLast) {
      run.next.set(roundKey(name), { ...round, ...roundAfter(name.tier, round.startedAt) })
      return
    }
    cursor = cursorAfter(found, done)
    if (cursor === null) return
    await saveClosedRounds(deps.table, mode, new Map([[roundKey(name), { ...round, cursor }]]))
    if (!isWhole) return
  }
}

/** Null if none of the page's rows is done. */
function cursorAfter({ rows, end }: ClosedPage, done: number): string | null {
  return done === rows.length ? end : (rows[done - 1]?.cursor ?? null)
}

/** Returns the number of rows that are done, counted from the first. */
async function scanPage(
  { deps, mode, now, isOver, report }: Run,
  { client, name, round }: RoundOf,
  rows: readonly ClosedAddress[],
): Promise<number> {
  const page = { mode, client, rows }
  const nothing = { done: 0, failures: [] }
  const isIdle = rows.length === 0 || isOver()
  const { done, failures } = isIdle ? nothing : await scanClosedPage(deps, page, { isOver })
  report.scanned += done
  report.failures.push(...failures)
  const left = rows[done]
  if (left) {
    const seconds = overdueSeconds(name.tier, { dueAt: round.dueAt, since: left.closedAt, now })
    report.overdueSeconds = Math.max(report.overdueSeconds, seconds)
  }
  return done
}
