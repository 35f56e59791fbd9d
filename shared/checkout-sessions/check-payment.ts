import { ServiceError } from '../kernel/errors.ts'
import { type RequestScanDeps, requestScan } from '../ledger/request-scan.ts'
import { type PresentSessionDeps, sessionOnPage, sessionPresenter } from './present-session.ts'
import type { CheckoutView } from './wire/checkout.ts'

const everyMs = 10_000

/**
 * "I have paid": has the address scanned now, also when the session is closed. Answers the session as it is; what the
 * scan finds comes with its next version. Throws `resource_not_found`, and `rate_limit_exceeded` within 10 seconds.
 */
export async function checkPayment(
  deps: PresentSessionDeps & RequestScanDeps,
  { id }: { id: string },
): Promise<CheckoutView> {
  const session = await sessionOnPage(deps.table, id)
  const claim = await requestScan(deps, session, { asker: 'customer', everyMs })
  if (!claim.granted) {
    const waitMs = claim.againAt.getTime() - deps.now().getTime()
    throw new ServiceError(
      'rate_limit_exceeded',
      'The chain is being looked at already. Ask again in a few seconds.',
      { retryAfterSeconds: Math.ceil(waitMs / 1000) },
    )
  }
  const present = await sessionPresenter(deps, session)
  return present(session)
}
