import { ServiceError } from '../../kernel/errors.ts'
import { accepted } from '../../kernel/operation/operation.ts'
import { pageOperation } from '../../kernel/operation/page-operation.ts'
import { pageInput } from '../../kernel/operation/page-request.ts'
import { type RequestScanDeps, requestScan } from '../../payments/ledger/scanning/request-scan.ts'
import { pageServices } from './page-services.ts'
import { type PresentSessionDeps, sessionOnPage, sessionPresenter } from './present-session.ts'
import { checkoutView } from './wire/checkout.ts'

/** How often customers may have a session's address scanned. */
export const checkEveryMs = 10_000

export const checkPayment = pageOperation({
  name: 'check-payment',
  route: 'POST /api/checkout/sessions/{id}/check',
  input: pageInput,
  output: accepted(checkoutView),
  errors: ['resource_not_found', 'rate_limit_exceeded'],
  touches: { table: 'read', counts: true, sends: ['scans'] },
  docs: {
    tag: 'Checkout',
    summary: 'Check for a payment',
    description:
      'For an “I have paid” button: requests a scan of the address, even if the session is closed. The response shows the session as it is now; the scan’s result appears in its next version.',
  },
  needs: pageServices,
  /** Throws `resource_not_found`, and `rate_limit_exceeded` within 10 seconds of the last check. */
  async run(services: PresentSessionDeps & RequestScanDeps, { id }) {
    const session = await sessionOnPage(services.table, id)
    const claim = await requestScan(services, session, { asker: 'customer', everyMs: checkEveryMs })
    if (!claim.granted) {
      const waitMs = claim.againAt.getTime() - services.now().getTime()
      throw new ServiceError(
        'rate_limit_exceeded',
        'The payment is already being checked. Try again in a few seconds.',
        { retryAfterSeconds: Math.ceil(waitMs / 1000) },
      )
    }
    const present = await sessionPresenter(services, session)
    return { result: present(session) }
  },
})
