import type { AskChain } from '../chain/ask-chain.ts'
import type { Reading } from '../chain/read-received.ts'
import { type ApplyFactDeps, applyFact } from '../checkout-sessions/apply-fact.ts'
import type { CheckoutSession } from '../checkout-sessions/rules/checkout-session.ts'
import { isJudgedForGood } from '../checkout-sessions/rules/decide-session.ts'
import { isPaid, preferredCount } from '../checkout-sessions/rules/preferred-count.ts'
import { assetKey, candidatesOf, isSameAsset } from '../checkout-sessions/rules/session-terms.ts'
import { SessionContended } from '../checkout-sessions/session-contended.ts'
import { loadCheckoutSession } from '../checkout-sessions/store/sessions.ts'
import type { Mode } from '../kernel/mode.ts'
import { type CountMoneyDeps, countMoney, type MoneyCount } from './count-money.ts'
import { type Transfer, transferKey } from './rules/transfer.ts'
import { saveTransfers } from './store/transfers.ts'

export type ScanDeps = ApplyFactDeps &
  CountMoneyDeps & {
    /** How long a chain may take until it is given up. */
    ask: AskChain
  }

export type ScanInput = {
  mode: Mode
  sessionId: string
  /** Transactions that a notification named: they speed the search up and are not believed. */
  txHashes?: readonly string[]
}

/** What the address held, by `assetKey`, of all that this version of the session asks for. */
export type RecentReadings = { version: number; readings: ReadonlyMap<string, Reading> }

/**
 * Looks at a session's address on its chain and applies what it finds. Every way of noticing a payment ends here.
 * Undefined where there is no such session. Throws `ChainUnavailable` where the node gave no answer: nothing is
 * concluded from silence, the caller tries again. A caller that has just read the address may give what it read.
 */
export async function scanSession(
  deps: ScanDeps,
  { mode, sessionId, txHashes = [] }: ScanInput,
  { recent }: { recent?: RecentReadings | undefined } = {},
): Promise<CheckoutSession | undefined> {
  const scanned = applyFact(deps, { mode, sessionId }, async (session) => {
    const readings = recent?.version === session.version ? recent.readings : undefined
    const { fact, changed } = await countUnderAllTerms(deps, session, { txHashes, readings })
    // Written down before anything is decided on them.
    await saveTransfers(deps.table, { mode, sessionId }, changed)
    return fact
  })
  return scanned.catch((error: unknown) => {
    if (!(error instanceof SessionContended)) throw error
    // As under a hundred notifications at once: whoever wrote last began to look after this scan was asked for.
    return loadCheckoutSession(deps.table, mode, sessionId)
  })
}

type Looking = { txHashes: readonly string[]; readings: RecentReadings['readings'] | undefined }

/**
 * The money that the session is decided by, out of all that its customer was ever asked for. Where its own terms are
 * met, no other chain is asked. What came on one chain counts though another is out of reach; that nothing came is
 * known once all of them have answered.
 */
async function countUnderAllTerms(
  deps: ScanDeps,
  session: CheckoutSession,
  { txHashes, readings }: Looking,
): Promise<MoneyCount> {
  const policy = await deps.settings(session.mode)
  const { underpaymentTolerancePercent } = policy
  const candidates = isJudgedForGood(session, policy) ? [session] : candidatesOf(session)
  const [own = session, ...others] = candidates
  const count = async (candidate: CheckoutSession) => {
    const given = { txHashes, reading: readings?.get(assetKey(candidate)) }
    const chain = deps.chain(candidate.lock.chainId)
    return deps.ask(chain, (client) =>
      countMoney({ ...deps, chain: () => client }, candidate, given),
    )
  }
  const [first] = await Promise.allSettled([count(own)])
  const isMet =
    first.status === 'fulfilled' && isPaid(first.value.fact, underpaymentTolerancePercent)
  // The same money may still be exactly what was asked for at another price.
  const weighed = isMet ? others.filter(({ lock }) => isSameAsset(lock, own.lock)) : others
  const outcomes = [first, ...(await Promise.allSettled(weighed.map(count)))]
  const counts = outcomes.flatMap((o) => (o.status === 'fulfilled' ? [o.value] : []))
  const failures = outcomes.flatMap((o) => (o.status === 'rejected' ? [o.reason] : []))
  const preference = { lock: session.lock, underpaymentTolerancePercent }
  const preferred = preferredCount(counts, preference)
  const isUnknown = session.status === 'pending' && failures.length > 0
  if (!preferred || (isUnknown && !bringsMoney(session, preferred))) throw failures[0]
  // While a chain has not answered, no deadline is known to have passed. That none was paid in time was known before.
  const isOpen = failures.length > 0 && session.status !== 'expired'
  const fact = isOpen ? { ...preferred.fact, headTime: new Date(0) } : preferred.fact
  return { fact, changed: changesOf(preferred, counts) }
}

/** Whether a count moves a pending session by itself: late money only does under the session's own terms. */
function bringsMoney({ lock }: CheckoutSession, { fact }: MoneyCount): boolean {
  return (fact.lock === lock ? fact.seen.inWindowBase : fact.seen.onTimeBase) > 0n
}

/** What is for the session, and what it noted of other assets and is gone since. */
function changesOf(preferred: MoneyCount, counts: readonly MoneyCount[]): Transfer[] {
  const gone = counts.flatMap(({ changed }) => changed.filter(({ orphaned }) => orphaned))
  const byKey = new Map([...gone, ...preferred.changed].map((t) => [transferKey(t), t]))
  return [...byKey.values()]
}
