import { clientNetwork } from '../../http/rules/client-network.ts'
import { visitorLimits } from '../../http/rules/visitor-limits.ts'
import { accepted } from '../../kernel/operation/operation.ts'
import { pageOperation } from '../../kernel/operation/page-operation.ts'
import { pageInput } from '../../kernel/operation/page-request.ts'
import type { CheckoutSession } from '../../payments/checkout-sessions/rules/checkout-session.ts'
import { nextScanAt } from '../../payments/checkout-sessions/rules/next-scan.ts'
import { sessionReplacement } from '../../payments/checkout-sessions/store/sessions.ts'
import { type RequestScanDeps, requestScan } from '../../payments/ledger/scanning/request-scan.ts'
import { pageServices } from './page-services.ts'
import { type PresentSessionDeps, sessionOnPage, sessionPresenter } from './present-session.ts'
import { checkoutView, reportTransactionBody } from './wire/checkout.ts'

/** A wallet that speeds a transaction up reports another hash; nobody needs more than a few. */
const maxReported = 5

const scanEveryMs = 10_000

export const reportTransaction = pageOperation({
  name: 'report-transaction',
  route: 'POST /api/checkout/sessions/{id}/transactions',
  input: { ...pageInput, body: reportTransactionBody },
  output: accepted(checkoutView),
  errors: ['resource_not_found', 'rate_limit_exceeded'],
  touches: { table: 'write', administers: ['sessions'], sends: ['scans'] },
  docs: {
    tag: 'Checkout',
    summary: 'Report a transaction that the customer’s wallet sent',
    description: `A hint, which is never believed: every device then shows that the payment is on its way, and the address is scanned. At most ${maxReported} per session.`,
    example: { hash: `0x${'5c'.repeat(32)}` },
  },
  needs: pageServices,
  /** Throws `resource_not_found` and `rate_limit_exceeded`. */
  async run(services: ReportTransactionServices, { id, body, viewerAddress, limit }) {
    const before = await sessionOnPage(services.table, id)
    const client = `${before.mode}#${clientNetwork(viewerAddress)}`
    await limit({ subject: `report#${client}`, most: visitorLimits.perMinute.reports })
    const after = withReported(before, body.hash)
    const [present, settings] = await Promise.all([
      sessionPresenter(services, after),
      services.settings(after.mode),
    ])
    const result = present(after)
    if (after === before) return { result }
    return {
      result,
      writes: [sessionReplacement(after, before.version, nextScanAt(after, settings))],
      after: async () => {
        await requestScan(services, after, { asker: 'customer', everyMs: scanEveryMs })
      },
    }
  },
})

export type ReportTransactionServices = PresentSessionDeps & RequestScanDeps

/** The session with a hash that its customer reported; unchanged if nothing is to be noted. */
function withReported(session: CheckoutSession, hash: string): CheckoutSession {
  const { reportedHashes: known, closedAt } = session
  if (closedAt || known.includes(hash) || known.length >= maxReported) return session
  return { ...session, reportedHashes: [...known, hash], version: session.version + 1 }
}
