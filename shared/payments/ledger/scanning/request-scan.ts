import type { Chain } from '../../../chain/chain.ts'
import type { Mode } from '../../../kernel/mode.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { ScanMessage } from '../../../queue/scan-message.ts'
import type { CheckoutSession } from '../../checkout-sessions/rules/checkout-session.ts'
import { claimScan, type ScanAsker, type ScanClaim } from '../store/scan-requests.ts'

export type RequestScanDeps = {
  table: Table
  now: () => Date
  sendScan: (message: ScanMessage) => Promise<void>
  /** Whether a notifier reports payments on a chain so reliably that open pages need few scans. */
  isNotified: (mode: Mode, chainId: number) => Promise<boolean>
  /** When this process may claim again, so that most requests of an open page write nothing. */
  claims: Map<string, Date>
}

/** Claims that a process remembers at most. */
const mostClaims = 1_000

/**
 * Requests a scan of a session's address, at most once per `everyMs` and asker, however many pages are open. The result
 * appears in the session's next version.
 */
export async function requestScan(
  { table, now, sendScan, claims }: RequestScanDeps,
  { mode, id: sessionId, lock: { chainId } }: Pick<CheckoutSession, 'mode' | 'id' | 'lock'>,
  { asker, everyMs }: { asker: ScanAsker; everyMs: number },
): Promise<ScanClaim> {
  const place = `${sessionId}#${asker}`
  const at = now()
  const known = claims.get(place)
  if (known && known > at) return { granted: false, againAt: known }
  const claim = await claimScan(table, { mode, sessionId, asker }, { everyMs, now: at })
  if (claims.size >= mostClaims) claims.clear()
  claims.set(place, claim.granted ? new Date(at.getTime() + everyMs) : claim.againAt)
  const isRoutine = asker === 'page' && ({ isRoutine: true } as const)
  if (claim.granted) await sendScan({ mode, sessionId, chainId, txHashes: [], ...isRoutine })
  return claim
}

const pageScanMs = { usual: 10_000, notified: 30_000 } as const

/** How often an open page has its session scanned: no more often than blocks come, and rarely if payments are notified. */
export async function pageScanInterval(
  { isNotified }: Pick<RequestScanDeps, 'isNotified'>,
  { mode, chainId, blockTimeMs }: Pick<Chain, 'mode' | 'chainId' | 'blockTimeMs'>,
): Promise<number> {
  const known = await isNotified(mode, chainId)
  return Math.max(blockTimeMs, known ? pageScanMs.notified : pageScanMs.usual)
}
