import type { Reading } from '../../../chain/balances/read-received.ts'
import type { AskChain } from '../../../chain/nodes/ask-chain.ts'
import type { Mode } from '../../../kernel/mode.ts'
import type { CheckoutSession } from '../../checkout-sessions/rules/checkout-session.ts'
import { isFinallyDecided, withoutDeadlines } from '../../checkout-sessions/rules/decide-session.ts'
import { isPaid, preferredCount } from '../../checkout-sessions/rules/preferred-count.ts'
import {
  assetKey,
  candidatesOf,
  isProvablyExpired,
} from '../../checkout-sessions/rules/session-terms.ts'
import { SessionContended } from '../../checkout-sessions/session-contended.ts'
import { loadCheckoutSession } from '../../checkout-sessions/store/sessions.ts'
import { type ApplyFactDeps, applyFact } from '../apply-fact.ts'
import { type Transfer, transferKey } from '../rules/transfer.ts'
import { saveTransfers } from '../store/transfers.ts'
import { type CountMoneyDeps, countMoney, loadLedger, type MoneyCount } from './count-money.ts'
import { dropSurplus } from './drop-surplus.ts'

export type ScanDeps = ApplyFactDeps &
  CountMoneyDeps & {
    /** Limits how long a chain may take. */
    ask: AskChain
  }

export type ScanInput = {
  mode: Mode
  sessionId: string
  /** Transactions that a notification named: they speed up the search and are not trusted. */
  txHashes?: readonly string[]
}

/** Balances of the address by `assetKey`, for all terms of this version of the session. */
export type RecentReadings = { version: number; readings: ReadonlyMap<string, Reading> }

/**
 * Scans a session's address on its chain and applies the result. Every way of noticing a payment ends here. Undefined
 * if there is no such session. Throws `ChainUnavailable` if the nodes don't respond: nothing is concluded then, and the
 * caller retries. A caller that has just read the address can pass its readings.
 */
export async function scanSession(
  deps: ScanDeps,
  { mode, sessionId, txHashes = [] }: ScanInput,
  { recent }: { recent?: RecentReadings | undefined } = {},
): Promise<CheckoutSession | undefined> {
  let seenBase = 0n
  const scanned = applyFact(deps, { mode, sessionId }, async (session) => {
    const readings = recent?.version === session.version ? recent.readings : undefined
    const { fact, changed } = await countUnderAllTerms(deps, session, { txHashes, readings })
    // Saved before anything is decided based on them.
    await saveTransfers(deps.table, { mode, sessionId }, changed)
    seenBase = fact.seen.totalBase
    return fact
  })
  const session = await scanned.catch((error: unknown) => {
    if (!(error instanceof SessionContended)) throw error
    // Many concurrent scans, as after a burst of notifications: the last writer started after this scan was requested.
    return loadCheckoutSession(deps.table, mode, sessionId)
  })
  // If the process ends before this, the first check of the closed address does it.
  if (session?.closedAt && seenBase > session.received.confirmedBase) {
    await dropSurplus(deps.table, session, await loadLedger(deps.table, session))
  }
  return session
}

type ScanHints = {
  txHashes?: readonly string[]
  readings?: RecentReadings['readings'] | undefined
}

/**
 * The count that decides the session, among all of its terms. If its current terms are met, no other chain is read.
 * Money on one chain counts even if another is unreachable, but only responses from all of them prove that nothing
 * arrived.
 */
export async function countUnderAllTerms(
  deps: ScanDeps,
  session: CheckoutSession,
  { txHashes = [], readings }: ScanHints = {},
): Promise<MoneyCount> {
  const policy = await deps.settings(session.mode)
  const { underpaymentTolerancePercent } = policy
  const candidates = isFinallyDecided(session, policy) ? [session] : candidatesOf(session)
  const [own = session, ...others] = candidates
  const count = async (candidate: CheckoutSession) => {
    const given = { txHashes, reading: readings?.get(assetKey(candidate)) }
    const chain = await deps.chain(candidate.lock.chainId)
    return deps.ask(chain, (client) =>
      countMoney({ ...deps, chain: async () => client }, candidate, given),
    )
  }
  const [first] = await Promise.allSettled([count(own)])
  const isMet =
    first.status === 'fulfilled' && isPaid(first.value.fact, underpaymentTolerancePercent)
  // The same money may be the exact amount at another price, and an earlier coin may be paid as well.
  const compared = isMet ? others.filter(({ lock }) => lock.chainId === own.lock.chainId) : others
  const outcomes = [first, ...(await Promise.allSettled(compared.map(count)))]
  const counts = outcomes.flatMap((o) => (o.status === 'fulfilled' ? [o.value] : []))
  const failures = outcomes.flatMap((o) => (o.status === 'rejected' ? [o.reason] : []))
  const preference = { lock: session.lock, underpaymentTolerancePercent }
  const preferred = preferredCount(counts, preference)
  const isUnknown = session.status === 'pending' && failures.length > 0
  if (!preferred || (isUnknown && !bringsMoney(session, preferred))) throw failures[0]
  // While a chain has not responded, no deadline has provably passed, unless it had before.
  const isOpen = failures.length > 0 && !isProvablyExpired(session)
  const fact = isOpen ? withoutDeadlines(preferred.fact) : preferred.fact
  return { fact, changed: changesOf(preferred, counts) }
}

/** Whether a count alone changes a pending session: late money does so only under its current terms. */
function bringsMoney({ lock }: CheckoutSession, { fact }: MoneyCount): boolean {
  return (fact.lock === lock ? fact.seen.inWindowBase : fact.seen.onTimeBase) > 0n
}

/** The session's transfers, and recorded transfers of other assets that are gone since. */
function changesOf(preferred: MoneyCount, counts: readonly MoneyCount[]): Transfer[] {
  const gone = counts.flatMap(({ changed }) => changed.filter(({ orphaned }) => orphaned))
  const byKey = new Map([...gone, ...preferred.changed].map((t) => [transferKey(t), t]))
  return [...byKey.values()]
}
