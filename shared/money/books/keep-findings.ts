import type { Mode } from '../../kernel/mode.ts'
import type { AuditServices, BookChain, Outcome } from './audit-addresses.ts'
import { type Acknowledgment, openFindings } from './rules/acknowledgment.ts'
import { type Finding, findingId, isReportable, nextCheck } from './rules/difference.ts'
import { removeFinding, saveFinding } from './store/book-findings.ts'

export type KeepServices = Pick<AuditServices, 'table' | 'now'> & {
  /**
   * Notified of each address once, when its books certainly differ, and again if what its owner acknowledged differs in
   * another way.
   */
  onFinding: (finding: Finding) => void
}

/** More are not kept: whatever makes that many is one cause. */
export const mostKept = 1000

const mostDifferences = 20

type Keeping = {
  /** The kept findings by session; updated in place. */
  findings: Map<string, Finding>
  acknowledgments: readonly Acknowledgment[]
  outcomes: readonly Outcome[]
}

/** Keeps addresses that differ, notifies the owner of certain differences, and drops addresses that agree now. */
export async function keepFindings(
  services: KeepServices,
  { mode, client }: BookChain,
  { findings, acknowledgments, outcomes }: Keeping,
): Promise<void> {
  const { chainId } = client.chain
  for (const outcome of outcomes) {
    const before = findings.get(outcome.sessionId)
    const isFull = !before && findings.size >= mostKept
    if (outcome.status === 'unread' || isFull) continue
    const after = findingOf({ outcome, before, chainId, now: services.now() })
    await keep(services, { mode, findings, acknowledgments, before, after })
  }
}

type Kept = Pick<Keeping, 'findings' | 'acknowledgments'> & {
  mode: Mode
  before: Finding | undefined
  after: Finding | undefined
}

async function keep(
  { table, onFinding }: KeepServices,
  { mode, findings, acknowledgments, before, after }: Kept,
): Promise<void> {
  if (after) {
    await saveFinding(table, mode, after)
    findings.set(after.sessionId, after)
    const wasOpen = before !== undefined && openFindings([before], acknowledgments).length > 0
    const isSame = before?.reportedAt && findingId(before) === findingId(after)
    if (after.reportedAt && !wasOpen && !isSame) onFinding(after)
  } else if (before) {
    await removeFinding(table, mode, before)
    findings.delete(before.sessionId)
  }
}

type Deciding = { outcome: Outcome; before: Finding | undefined; chainId: number; now: Date }

/** The finding to keep; undefined if the books of the address agree, or if nothing can be said about it. */
function findingOf({ outcome, before, chainId, now }: Deciding): Finding | undefined {
  const { sessionId, address, status, differences } = outcome
  if (status !== 'moving' && differences.length === 0) return undefined
  const finding: Finding = {
    chainId,
    sessionId,
    address,
    differences: differences.slice(0, mostDifferences),
    firstSeenAt: before?.firstSeenAt ?? now,
    checkAt: now,
    reportedAt: before?.reportedAt ?? null,
  }
  const isNew = finding.reportedAt === null && isReportable(finding, now)
  const noted = isNew ? { ...finding, reportedAt: now } : finding
  return { ...noted, checkAt: nextCheck(noted, now) }
}
