import { type RequestScanDeps, requestScan } from '../ledger/request-scan.ts'
import {
  chainOf,
  type PresentSessionDeps,
  sessionOnPage,
  sessionPresenter,
} from './present-session.ts'
import type { CheckoutView } from './wire/checkout.ts'

export type ShownSession =
  | { changed: true; view: CheckoutView }
  /** Still the version that the caller has. */
  | { changed: false; version: number }

/**
 * The session for its page. While it is open, being looked at has its address scanned, once per block of its chain.
 * Throws `resource_not_found`.
 */
export async function showSession(
  deps: PresentSessionDeps & RequestScanDeps,
  { id, knownVersion }: { id: string; knownVersion?: number | undefined },
): Promise<ShownSession> {
  const session = await sessionOnPage(deps.table, id)
  if (!session.closedAt) {
    await requestScan(deps, session, { asker: 'page', everyMs: chainOf(session).blockTimeMs })
  }
  if (session.version === knownVersion) return { changed: false, version: session.version }
  const present = await sessionPresenter(deps, session)
  return { changed: true, view: present(session) }
}
