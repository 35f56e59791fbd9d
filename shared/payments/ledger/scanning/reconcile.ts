import { readReceived } from '../../../chain/balances/read-received.ts'
import { type TokenUnreadable, unreadableTokens } from '../../../chain/balances/token-unreadable.ts'
import { eachAtOnce, inTurns, pagesOf } from '../../../kernel/each-at-once.ts'
import type { Mode } from '../../../kernel/mode.ts'
import type { UnreadableRow } from '../../../kernel/store/unreadable-rows.ts'
import {
  type OpenSession,
  openSessions,
  openSessionsOf,
} from '../../checkout-sessions/store/open-sessions.ts'
import { type Holding, holdingsOf, isComplete, newCheck, noteReading } from './open-check.ts'
import { isOver, type ReconcileReport, type Round } from './reconcile-round.ts'
import type { ScanDeps } from './scan-session.ts'
import { scanAllLater, scanStale } from './scan-stale.ts'

type ReconcileOptions = {
  mode: Mode
  /** By default, all of them. */
  shards?: readonly number[]
  /** Time limit for starting new work; the rest is left for the next round. */
  forMs?: number
  /** The number of open sessions that are read at once: a page is one batch per chain. */
  pageSize?: number
}

const pagesAtOnce = 4
/** Per chain, so that a slow chain isn't asked for all pages at once. */
const batchesAtOnce = 4

/**
 * Reads every open address of a mode, or of some of its shards, one batch per chain, and scans the sessions whose
 * balance changed or that are due. It finds every payment even without notifications, and repairs what a lost message
 * or a timer that never started left behind. Chains are read in parallel with separate time limits. Full payments are
 * scanned first, and sessions whose last scan failed last, so that neither a hanging chain nor a failing session delays
 * the others.
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
