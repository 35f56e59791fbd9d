import { newestNodeFirst } from '../chain/newest-node-first.ts'
import { type Reading, readReceived } from '../chain/read-received.ts'
import type { CheckoutSession, Terms } from '../domain/checkout-session.ts'
import { assetKey, candidatesOf, isSameAsset } from '../domain/session-terms.ts'
import { type OpenSession, openSessions } from '../store/sessions.ts'
import { type RecentReadings, type ScanDeps, scanSession } from './scan-session.ts'

/**
 * What a round could make of a chain: its nodes agree, so money is judged; no two of several do, so money is seen and
 * not confirmed; or none answers.
 */
export type ChainReach = 'agreed' | 'seen' | 'silent'

/** Sessions that were scanned, and those whose chain or scan failed, with the reason. */
export type ReconcileReport = {
  open: number
  scanned: number
  failures: unknown[]
  /** By chain id, the best that a batch of its addresses came to; of chains with open sessions. */
  reached: ReadonlyMap<number, ChainReach>
}

const scansAtOnce = 5

/**
 * Looks at every open address, one batch per chain, and scans the sessions whose balance moved or whose time has come.
 * Alone it finds every payment, and it repairs what a lost message or a timer that never started left behind. One
 * chain that is out of reach, or one session that fails, does not keep the others from being looked at.
 */
export async function reconcile(deps: ScanDeps): Promise<ReconcileReport> {
  const open = await Array.fromAsync(openSessions(deps.table))
  const looks = open.map(newLook)
  const failures: unknown[] = []
  const reached = new Map<number, ChainReach>()
  for (const group of Map.groupBy(looks.flatMap(holdingsOf), groupKey).values()) {
    const [first] = group
    if (!first) continue
    const { chainId } = first.terms.lock
    try {
      const reach = (await readGroup(deps, group, first)) ? 'agreed' : 'seen'
      if (reached.get(chainId) !== 'agreed') reached.set(chainId, reach)
    } catch (error) {
      failures.push(error)
      if (!reached.has(chainId)) reached.set(chainId, 'silent')
    }
  }
  const now = deps.now()
  const stale = looks.filter((look) => isStale(look, now))
  failures.push(...(await scanAll(deps, stale)))
  return { open: open.length, scanned: stale.length, failures, reached }
}

/** What a round finds out about a session: all that it asks for, or has asked for, once for each asset. */
type Look = OpenSession & {
  assets: ReadonlyMap<string, Terms>
  readings: Map<string, Reading>
  hasMoved: boolean
}

function newLook(open: OpenSession): Look {
  const candidates = candidatesOf(open.session).toReversed()
  // The session's own terms come last, so that they stand for their asset.
  const assets = new Map(candidates.map((terms): [string, Terms] => [assetKey(terms), terms]))
  return { ...open, assets, readings: new Map(), hasMoved: false }
}

type Holding = { look: Look; key: string; terms: Terms }

function holdingsOf(look: Look): Holding[] {
  return [...look.assets].map(([key, terms]) => ({ look, key, terms }))
}

/** Holdings of one group share a chain and a number of confirmations, so one reading serves them all. */
function groupKey({ terms }: Holding): string {
  return `${terms.lock.chainId}#${terms.confirmationsRequired}`
}

/** Whether the nodes agree on what they say. */
async function readGroup(
  deps: ScanDeps,
  group: readonly Holding[],
  { terms: { lock, confirmationsRequired } }: Holding,
): Promise<boolean> {
  const reading = await readReceived(await newestNodeFirst(deps.chain(lock.chainId)), {
    assets: group.map(({ look, terms }) => ({
      address: look.session.address,
      token: terms.lock.tokenAddress,
    })),
    confirmations: confirmationsRequired,
  })
  for (const [index, { look, key, terms }] of group.entries()) {
    const balance = reading.balances[index]
    if (!balance) continue
    look.readings.set(key, { ...reading, balances: [balance] })
    look.hasMoved ||= hasMoved(look.session, terms, balance)
  }
  return reading.agreed
}

type Balance = Reading['balances'][number]

function hasMoved({ lock, received }: CheckoutSession, terms: Terms, balance: Balance): boolean {
  if (!isSameAsset(terms.lock, lock)) return balance.headBase > 0n
  return balance.headBase !== received.seenBase || balance.confirmedBase !== received.confirmedBase
}

/** A pending session can't be judged before all of its chains have answered; any other can by its own. */
function isStale({ session, dueAt, assets, readings, hasMoved: moved }: Look, now: Date): boolean {
  if (moved) return true
  if (dueAt > now) return false
  return session.status === 'pending' ? readings.size === assets.size : readings.size > 0
}

/** What the round has told, where that is all there is to know: sessions that nobody pays cost no request of their own. */
function recentOf({ session, assets, readings }: Look): RecentReadings | undefined {
  const isEmpty = [...readings.values()].every(({ balances }) => balances[0]?.headBase === 0n)
  const isAll = readings.size === assets.size
  return isAll && isEmpty && !session.firstSeenAt
    ? { version: session.version, readings }
    : undefined
}

async function scanAll(deps: ScanDeps, stale: readonly Look[]): Promise<unknown[]> {
  const failures: unknown[] = []
  const waiting = stale.values()
  const scanNext = async () => {
    for (const look of waiting) {
      const { mode, id: sessionId } = look.session
      await scanSession(deps, { mode, sessionId }, { recent: recentOf(look) }).catch((error) =>
        failures.push(error),
      )
    }
  }
  await Promise.all(Array.from({ length: scansAtOnce }, scanNext))
  return failures
}
