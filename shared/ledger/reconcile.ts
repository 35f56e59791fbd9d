import { ChainTooSlow } from '../chain/ask-chain.ts'
import { readReceived } from '../chain/read-received.ts'
import { type TokenUnreadable, unreadableTokens } from '../chain/token-unreadable.ts'
import {
  noteScanFailure,
  type OpenSession,
  openSessions,
  openSessionsOf,
} from '../checkout-sessions/store/open-sessions.ts'
import { eachAtOnce, inTurns, pagesOf } from '../kernel/each-at-once.ts'
import type { Mode } from '../kernel/mode.ts'
import type { UnreadableRow } from '../kernel/store/unreadable-rows.ts'
import {
  type Holding,
  holdingsOf,
  isComplete,
  isStale,
  newCheck,
  noteReading,
  type OpenCheck,
  rankOf,
  recentOf,
} from './open-check.ts'
import { type ScanDeps, scanSession } from './scan-session.ts'

/**
 * How well a round could read a chain: its nodes agree, so payments are decided; no two of several agree, so money is
 * seen but not confirmed; or none responds.
 */
export type ChainReach = 'agreed' | 'seen' | 'silent'

/** The result of a round. `failures` are the errors of chains and of scans. */
export type ReconcileReport = {
  open: number
  scanned: number
  /** Sessions left for the next round. */
  postponed: number
  /** An `UnreadableRow` for each session that this version can't read, which was left out. */
  failures: unknown[]
  /** How many seconds the oldest session that was due had waited for its scan. */
  oldestDueSeconds: number
  /** By chain id, the best result of its batches, for chains with open sessions. */
  reached: ReadonlyMap<number, ChainReach>
}

type ReconcileOptions = {
  mode: Mode
  /** By default, all of them. */
  shards?: readonly number[]
  /** How long the round starts new work; the rest is left for the next round. */
  forMs?: number
  /** How many open sessions are read at once: a page is one batch per chain. */
  pageSize?: number
}

const pagesAtOnce = 4
/** Per chain, so that one that is slow isn't asked for all pages at once. */
const batchesAtOnce = 4
/** Concurrent scans per chain. */
const scansAtOnce = 5

type Round = {
  deps: ScanDeps
  startedAt: Date
  endsAt: Date
  report: ReconcileReport & { reached: Map<number, ChainReach> }
  /** Sessions whose scans may take long, by chain. */
  later: Map<number, Later[]>
  /** By chain, what gives its batches their turns. */
  turns: Map<number, ReturnType<typeof inTurns>>
  /** Pages that still wait for a chain. */
  unfinished: Promise<void>[]
}

type Later = { session: OpenSession; rank: number }

/**
 * Reads every open address of a mode, or of some of its shards, one batch per chain, and scans the sessions whose
 * balance changed or that are due. It finds every payment even without notifications, and repairs what a lost message or a timer that never started
 * left behind. Chains are read in parallel with separate time limits. Full payments are scanned first, and sessions
 * whose last scan failed last, so that neither a hanging chain nor a failing session delays the others.
 */
export async function reconcile(
  deps: ScanDeps,
  { mode, shards, forMs = 30_000, pageSize = 1000 }: ReconcileOptions,
): Promise<ReconcileReport> {
  const counts = { open: 0, scanned: 0, postponed: 0, oldestDueSeconds: 0 }
  const report = { ...counts, failures: [], reached: new Map() }
  const startedAt = deps.now()
  const endsAt = new Date(startedAt.getTime() + forMs)
  const waiting = { later: new Map(), turns: new Map(), unfinished: [] }
  const round: Round = { deps, startedAt, endsAt, report, ...waiting }
  const { table } = deps
  const reading = { onUnreadable: (row: UnreadableRow) => void round.report.failures.push(row) }
  const open =
    shards === undefined
      ? openSessions(table, mode, reading)
      : openSessionsOf(table, { mode, shards, ...reading })
  const pages = pagesOf(open, pageSize)
  await eachAtOnce(pages, pagesAtOnce, (page) => checkPage(round, page))
  await scanAllLater(round)
  await Promise.all(round.unfinished)
  // Those of the chains that were waited for.
  await scanAllLater(round)
  return report
}

/** Resolves as soon as the next page may be read: a chain that is silent takes no page's place. */
async function checkPage(round: Round, sessions: readonly OpenSession[]): Promise<void> {
  noteOpen(round, sessions)
  if (isOver(round)) {
    round.report.postponed += sessions.length
    return
  }
  const checks = sessions.map(newCheck)
  const byChain = Map.groupBy(checks.flatMap(holdingsOf), ({ terms }) => terms.lock.chainId)
  const responding = responsesOf(round, new Set(byChain.keys()))
  const ofChains = [...byChain].map(async ([chainId, holdings]) => {
    await checkChain(round, chainId, holdings)
    responding.note(chainId)
  })
  // Sessions with a change on one chain while another gave no response.
  const page = Promise.all(ofChains).then(() => scanStale(round, checks))
  round.unfinished.push(page)
  await Promise.race([page, responding.done])
}

/** `done` once only chains are left that have not responded in this round. */
function responsesOf({ report: { reached } }: Round, left: Set<number>) {
  const { promise: done, resolve } = Promise.withResolvers<void>()
  const isSilent = (chainId: number) => (reached.get(chainId) ?? 'silent') === 'silent'
  const note = (chainId: number) => {
    left.delete(chainId)
    if ([...left].every(isSilent)) resolve()
  }
  return { note, done }
}

function noteOpen({ report, startedAt }: Round, sessions: readonly OpenSession[]): void {
  report.open += sessions.length
  const waited = sessions.map(({ dueSk }) => (startedAt.getTime() - dueSk.getTime()) / 1000)
  report.oldestDueSeconds = Math.max(report.oldestDueSeconds, ...waited)
}

function isOver({ deps, endsAt }: Round): boolean {
  return deps.now() >= endsAt
}

/** Reads a page's addresses on one chain, and scans what can be scanned without the page's other chains. */
async function checkChain(
  round: Round,
  chainId: number,
  holdings: readonly Holding[],
): Promise<void> {
  const turn = turnOf(round, chainId)
  // One reading covers all holdings with the same number of confirmations.
  const groups = Map.groupBy(holdings, ({ terms }) => terms.confirmationsRequired)
  for (const [confirmations, group] of groups) {
    await turn(() => readBatch(round, { chainId, confirmations, group }))
  }
  await scanStale(round, holdings.map(({ check }) => check).filter(isComplete))
}

function turnOf({ turns }: Round, chainId: number): ReturnType<typeof inTurns> {
  const turn = turns.get(chainId) ?? inTurns(batchesAtOnce)
  turns.set(chainId, turn)
  return turn
}

async function readBatch(round: Round, batch: Group): Promise<void> {
  const { chainId, group } = batch
  const { report } = round
  const { failures, reached } = report
  if (isOver(round)) {
    report.postponed += group.length
    return
  }
  try {
    const { agreed, unreadable } = await readGroup(round, batch)
    failures.push(...unreadable)
    const reach = agreed ? 'agreed' : 'seen'
    if (reached.get(chainId) !== 'agreed') reached.set(chainId, reach)
  } catch (error) {
    failures.push(error)
    if (!reached.has(chainId)) reached.set(chainId, 'silent')
  }
}

type Group = { chainId: number; confirmations: number; group: readonly Holding[] }

type GroupReading = {
  /** Whether the nodes agree. */
  agreed: boolean
  /** Sessions to be paid in one of these stay unchanged. */
  unreadable: readonly TokenUnreadable[]
}

async function readGroup(
  { deps }: Round,
  { chainId, confirmations, group }: Group,
): Promise<GroupReading> {
  const assets = group.map(({ check, terms }) => ({
    address: check.session.address,
    token: terms.lock.tokenAddress,
  }))
  const options = { assets, confirmations, now: deps.now() }
  const readings = await deps.ask(await deps.chain(chainId), (client) =>
    readReceived(client, options),
  )
  for (const [index, holding] of group.entries()) noteReading(holding, readings[index])
  const agreed = readings.every((reading) => !reading || (reading.quorumBlock && reading.agreed))
  return { agreed, unreadable: unreadableTokens(chainId, assets, readings) }
}

/** Scans what is urgent now, and the rest after all pages are read. */
async function scanStale(round: Round, checks: Iterable<OpenCheck>): Promise<void> {
  const now = round.deps.now()
  const first: OpenCheck[] = []
  for (const check of checks) {
    if (check.isPlanned || !isStale(check, now)) continue
    check.isPlanned = true
    const rank = rankOf(check)
    if (rank === 0) first.push(check)
    else leaveForLater(round, { session: check.session, rank })
  }
  await eachAtOnce(first, scansAtOnce, (check) => scan(round, check.session, recentOf(check)))
}

function leaveForLater({ later }: Round, waiting: Later): void {
  const { chainId } = waiting.session.lock
  const others = later.get(chainId)
  if (others) others.push(waiting)
  else later.set(chainId, [waiting])
}

async function scanAllLater(round: Round): Promise<void> {
  const waiting = [...round.later.values()]
  round.later.clear()
  await Promise.all(waiting.map((later) => scanLater(round, later)))
}

function scanLater(round: Round, later: readonly Later[]): Promise<void> {
  const ordered = later.toSorted((a, b) => a.rank - b.rank)
  return eachAtOnce(ordered, scansAtOnce, ({ session }) => scan(round, session))
}

async function scan(
  round: Round,
  session: OpenSession,
  recent?: ReturnType<typeof recentOf>,
): Promise<void> {
  const { deps, report } = round
  if (isOver(round)) {
    report.postponed += 1
    return
  }
  const { mode, id: sessionId } = session
  report.scanned += 1
  try {
    await scanSession(deps, { mode, sessionId }, { recent })
  } catch (error) {
    report.failures.push(error)
    // A hanging chain is not the session's fault.
    if (error instanceof ChainTooSlow && error.silent) return
    await noteScanFailure(deps.table, session, deps.now()).catch((failure: unknown) =>
      report.failures.push(failure),
    )
  }
}
