import { newestNodeFirst } from '../chain/newest-node-first.ts'
import { type Reading, readReceived } from '../chain/read-received.ts'
import type { CheckoutSession, Terms } from '../domain/checkout-session.ts'
import { candidatesOf, isSameAsset } from '../domain/session-terms.ts'
import { type OpenSession, openSessions } from '../store/sessions.ts'
import { type RecentReading, type ScanDeps, scanSession } from './scan-session.ts'

/** Sessions that were scanned, and those whose chain or scan failed, with the reason. */
export type ReconcileReport = {
  open: number
  scanned: number
  failures: unknown[]
  /** By chain id, whether a batch of its addresses could be read; of chains with open sessions. */
  reached: ReadonlyMap<number, boolean>
}

const scansAtOnce = 5

/**
 * Looks at every open address, one batch per chain, and scans the sessions whose balance moved or whose time has come.
 * Alone it finds every payment, and it repairs what a lost message or a timer that never started left behind. One
 * chain that is out of reach, or one session that fails, does not keep the others from being looked at.
 */
export async function reconcile(deps: ScanDeps): Promise<ReconcileReport> {
  const open = await Array.fromAsync(openSessions(deps.table))
  const groups = Map.groupBy(open.flatMap(holdingsOf), groupKey)
  const failures: unknown[] = []
  const stale = new Map<string, StaleSession>()
  const reached = new Map<number, boolean>()
  for (const group of groups.values()) {
    const [first] = group
    if (!first) continue
    const { chainId } = first.terms.lock
    try {
      for (const found of await sessionsToScan(deps, group)) stale.set(found.session.id, found)
      reached.set(chainId, true)
    } catch (error) {
      failures.push(error)
      reached.set(chainId, reached.get(chainId) ?? false)
    }
  }
  failures.push(...(await scanAll(deps, [...stale.values()])))
  return { open: open.length, scanned: stale.size, failures, reached }
}

/** What an address may hold of one asset that its session asks for, or has asked for. */
type Holding = OpenSession & { terms: Terms }

function holdingsOf(open: OpenSession): Holding[] {
  const [own, ...others] = candidatesOf(open.session)
  const elsewhere = others.filter(({ lock }) => !isSameAsset(lock, open.session.lock))
  return [own ?? open.session, ...elsewhere].map((terms) => ({ ...open, terms }))
}

/** Holdings of one group share a chain and a number of confirmations, so one reading serves them all. */
function groupKey({ terms }: Holding): string {
  return `${terms.lock.chainId}#${terms.confirmationsRequired}`
}

type StaleSession = { session: CheckoutSession; recent: RecentReading | undefined }

async function sessionsToScan(deps: ScanDeps, group: readonly Holding[]): Promise<StaleSession[]> {
  const [first] = group
  if (!first) return []
  const { lock, confirmationsRequired } = first.terms
  const reading = await readReceived(await newestNodeFirst(deps.chain(lock.chainId)), {
    assets: group.map(({ session, terms }) => ({
      address: session.address,
      token: terms.lock.tokenAddress,
    })),
    confirmations: confirmationsRequired,
  })
  const now = deps.now()
  return group.flatMap((holding, index) => {
    const balance = reading.balances[index]
    if (!balance || (holding.dueAt > now && !hasMoved(holding, balance))) return []
    const { session } = holding
    const recent = { version: session.version, reading: { ...reading, balances: [balance] } }
    return [{ session, recent: isEmpty(session, balance) ? recent : undefined }]
  })
}

type Balance = Reading['balances'][number]

function hasMoved({ session, terms }: Holding, balance: Balance): boolean {
  const { lock, received } = session
  if (!isSameAsset(terms.lock, lock)) return balance.headBase > 0n
  return balance.headBase !== received.seenBase || balance.confirmedBase !== received.confirmedBase
}

/** Whether the batch has told all there is to know: sessions that nobody pays cost no request of their own. */
function isEmpty({ firstSeenAt, otherTerms }: CheckoutSession, { headBase }: Balance): boolean {
  return headBase === 0n && !firstSeenAt && otherTerms.length === 0
}

async function scanAll(deps: ScanDeps, stale: readonly StaleSession[]): Promise<unknown[]> {
  const failures: unknown[] = []
  const waiting = stale.values()
  const scanNext = async () => {
    for (const { session, recent } of waiting) {
      const input = { mode: session.mode, sessionId: session.id }
      await scanSession(deps, input, { recent }).catch((error) => failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: scansAtOnce }, scanNext))
  return failures
}
