import type { CheckoutSession } from '../checkout-sessions/rules/checkout-session.ts'
import type { Table } from '../kernel/store/table.ts'
import type { ScanMessage } from '../queue/scan-message.ts'
import { claimScan, type ScanAsker, type ScanClaim } from './store/scan-requests.ts'

export type RequestScanDeps = {
  table: Table
  now: () => Date
  sendScan: (message: ScanMessage) => Promise<void>
}

/**
 * Requests a scan of a session's address, at most once per `everyMs` and asker, however many pages are open. The result
 * appears in the session's next version.
 */
export async function requestScan(
  { table, now, sendScan }: RequestScanDeps,
  { mode, id: sessionId, lock: { chainId } }: Pick<CheckoutSession, 'mode' | 'id' | 'lock'>,
  { asker, everyMs }: { asker: ScanAsker; everyMs: number },
): Promise<ScanClaim> {
  const claim = await claimScan(table, { mode, sessionId, asker }, { everyMs, now: now() })
  if (claim.granted) await sendScan({ mode, sessionId, chainId, txHashes: [] })
  return claim
}
