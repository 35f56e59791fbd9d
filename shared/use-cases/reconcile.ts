import { type Reading, readReceived } from '../chain/read-received.ts'
import type { CheckoutSession } from '../domain/checkout-session.ts'
import { type OpenSession, openSessions } from '../store/sessions.ts'
import { type ScanDeps, scanSession } from './scan-session.ts'

/** Sessions that were scanned, and those whose chain or scan failed, with the reason. */
export type ReconcileReport = { open: number; scanned: number; failures: unknown[] }

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
  const stale: CheckoutSession[] = []
  for (const group of groups.values()) {
    try {
      stale.push(...(await sessionsToScan(deps, group)))
    } catch (error) {
      failures.push(error)
    }
  }
  failures.push(...(await scanAll(deps, stale)))
  return { open: open.length, scanned: stale.length, failures }
}

/** Sessions of one group share a chain and a number of confirmations, so one reading serves them all. */
function groupKey({ session }: OpenSession): string {
  return `${session.lock.chainId}#${session.confirmationsRequired}`
}

async function sessionsToScan(
  deps: ScanDeps,
  group: readonly OpenSession[],
): Promise<CheckoutSession[]> {
  const [first] = group
  if (!first) return []
  const { lock, confirmationsRequired } = first.session
  const reading = await readReceived(deps.chain(lock.chainId), {
    assets: group.map(({ session }) => ({
      address: session.address,
      token: session.lock.tokenAddress,
    })),
    confirmations: confirmationsRequired,
  })
  const now = deps.now()
  return group
    .filter((row, index) => row.dueAt <= now || hasMoved(row.session, reading.balances[index]))
    .map((row) => row.session)
}

function hasMoved(
  { received }: CheckoutSession,
  balance: Reading['balances'][number] | undefined,
): boolean {
  return balance?.headBase !== received.seenBase || balance.confirmedBase !== received.confirmedBase
}

async function scanAll(deps: ScanDeps, sessions: readonly CheckoutSession[]): Promise<unknown[]> {
  const failures: unknown[] = []
  const waiting = sessions.values()
  const scanNext = async () => {
    for (const { mode, id } of waiting) {
      await scanSession(deps, { mode, sessionId: id }).catch((error) => failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: scansAtOnce }, scanNext))
  return failures
}
