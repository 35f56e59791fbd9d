import { newestNodeFirst } from '../chain/newest-node-first.ts'
import { type Reading, readReceived } from '../chain/read-received.ts'
import type { CheckoutSession } from '../domain/checkout-session.ts'
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
  const groups = Map.groupBy(open, groupKey)
  const failures: unknown[] = []
  const stale: StaleSession[] = []
  const reached = new Map<number, boolean>()
  for (const group of groups.values()) {
    const [first] = group
    if (!first) continue
    const { chainId } = first.session.lock
    try {
      stale.push(...(await sessionsToScan(deps, group)))
      reached.set(chainId, true)
    } catch (error) {
      failures.push(error)
      reached.set(chainId, reached.get(chainId) ?? false)
    }
  }
  failures.push(...(await scanAll(deps, stale)))
  return { open: open.length, scanned: stale.length, failures, reached }
}

/** Sessions of one group share a chain and a number of confirmations, so one reading serves them all. */
function groupKey({ session }: OpenSession): string {
  return `${session.lock.chainId}#${session.confirmationsRequired}`
}

type StaleSession = { session: CheckoutSession; recent: RecentReading | undefined }

async function sessionsToScan(
  deps: ScanDeps,
  group: readonly OpenSession[],
): Promise<StaleSession[]> {
  const [first] = group
  if (!first) return []
  const { lock, confirmationsRequired } = first.session
  const reading = await readReceived(await newestNodeFirst(deps.chain(lock.chainId)), {
    assets: group.map(({ session }) => ({
      address: session.address,
      token: session.lock.tokenAddress,
    })),
    confirmations: confirmationsRequired,
  })
  const now = deps.now()
  return group.flatMap(({ session, dueAt }, index) => {
    const balance = reading.balances[index]
    if (!balance || (dueAt > now && !hasMoved(session, balance))) return []
    const { version } = session
    const recent = { version, reading: { ...reading, balances: [balance] } }
    return [{ session, recent: isEmpty(session, balance) ? recent : undefined }]
  })
}

type Balance = Reading['balances'][number]

function hasMoved({ received }: CheckoutSession, balance: Balance): boolean {
  return balance.headBase !== received.seenBase || balance.confirmedBase !== received.confirmedBase
}

/** Whether the batch has told all there is to know: sessions that nobody pays cost no request of their own. */
function isEmpty({ firstSeenAt }: CheckoutSession, { headBase }: Balance): boolean {
  return headBase === 0n && !firstSeenAt
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
