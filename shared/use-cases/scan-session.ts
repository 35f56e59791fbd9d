import type { Reading } from '../chain/read-received.ts'
import type { CheckoutSession } from '../domain/checkout-session.ts'
import type { Mode } from '../domain/mode.ts'
import { preferredCount } from '../domain/preferred-count.ts'
import { candidatesOf } from '../domain/session-terms.ts'
import { type Transfer, transferKey } from '../domain/transfer.ts'
import { loadCheckoutSession } from '../store/sessions.ts'
import { saveTransfers } from '../store/transfers.ts'
import { type ApplyFactDeps, applyFact } from './apply-fact.ts'
import { type CountMoneyDeps, countMoney, type MoneyCount } from './count-money.ts'

export type ScanDeps = ApplyFactDeps & CountMoneyDeps

export type ScanInput = {
  mode: Mode
  sessionId: string
  /** Transactions that a notification named: they speed the search up and are not believed. */
  txHashes?: readonly string[]
}

/** What the address held of the asset that this version of the session is priced in. */
export type RecentReading = { version: number; reading: Reading }

/**
 * Looks at a session's address on its chain and applies what it finds. Every way of noticing a payment ends here.
 * Undefined where there is no such session. Throws `ChainUnavailable` where the node gave no answer: nothing is
 * concluded from silence, the caller tries again. A caller that has just read the address may give what it read.
 */
export async function scanSession(
  deps: ScanDeps,
  { mode, sessionId, txHashes = [] }: ScanInput,
  { recent }: { recent?: RecentReading | undefined } = {},
): Promise<CheckoutSession | undefined> {
  const session = await loadCheckoutSession(deps.table, mode, sessionId)
  if (!session || session.closedAt) return session
  const reading = recent?.version === session.version ? recent.reading : undefined
  const { fact, changed } = await countUnderAllTerms(deps, session, { txHashes, reading })
  // Written down before anything is decided on them.
  await saveTransfers(deps.table, { mode, sessionId }, changed)
  return applyFact(deps, { mode, sessionId }, fact)
}

type Looking = { txHashes: readonly string[]; reading: Reading | undefined }

/**
 * The money that the session is to be judged by, out of all that its customer was ever asked for. What came on one chain
 * counts though another is out of reach; that nothing came is known once all of them have answered.
 */
async function countUnderAllTerms(
  deps: CountMoneyDeps,
  session: CheckoutSession,
  { txHashes, reading }: Looking,
): Promise<MoneyCount> {
  const outcomes = await Promise.allSettled(
    candidatesOf(session).map((candidate) =>
      countMoney(deps, candidate, {
        txHashes,
        reading: candidate === session ? reading : undefined,
      }),
    ),
  )
  const counts = outcomes.flatMap((o) => (o.status === 'fulfilled' ? [o.value] : []))
  const failures = outcomes.flatMap((o) => (o.status === 'rejected' ? [o.reason] : []))
  const preferred = preferredCount(counts)
  if (!preferred || (failures.length && !preferred.fact.seen.onTimeBase)) throw failures[0]
  return { ...preferred, changed: changesOf(preferred, counts) }
}

/** What is for the session, and what it noted of other assets and is gone since. */
function changesOf(preferred: MoneyCount, counts: readonly MoneyCount[]): Transfer[] {
  const gone = counts.flatMap(({ changed }) => changed.filter(({ orphaned }) => orphaned))
  const byKey = new Map([...gone, ...preferred.changed].map((t) => [transferKey(t), t]))
  return [...byKey.values()]
}
