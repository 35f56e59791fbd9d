import { ok } from '../../kernel/operation/operation.ts'
import { pageOperation } from '../../kernel/operation/page-operation.ts'
import { pageInput } from '../../kernel/operation/page-request.ts'
import {
  pageScanInterval,
  type RequestScanDeps,
  requestScan,
} from '../../payments/ledger/scanning/request-scan.ts'
import { pageServices } from './page-services.ts'
import {
  chainOf,
  type PresentSessionDeps,
  sessionOnPage,
  sessionPresenter,
} from './present-session.ts'
import { checkoutView } from './wire/checkout.ts'

export const showSession = pageOperation({
  name: 'show-session',
  route: 'GET /api/checkout/sessions/{id}',
  input: pageInput,
  output: ok(checkoutView),
  errors: ['resource_not_found'],
  touches: { table: 'read', counts: true, sends: ['scans'] },
  docs: {
    tag: 'Checkout',
    summary: 'Show a checkout session',
    description:
      'While the session is open, each call but the first ones requests a scan of its address, at most once per block.',
  },
  needs: pageServices,
  /** The version is the ETag, a weak one: `serverNow` differs each time. Throws `resource_not_found`. */
  async run(services: PresentSessionDeps & RequestScanDeps, { id, knownTag }) {
    const session = await sessionOnPage(services.table, id)
    const ageMs = services.now().getTime() - session.createdAt.getTime()
    if (!session.closedAt && ageMs >= unpaidMs) {
      const everyMs = await pageScanInterval(services, chainOf(session))
      await requestScan(services, session, { asker: 'page', everyMs })
    }
    const tag = `W/"${session.version}"`
    if (versionIn(knownTag) === session.version) return { notModified: true, tag }
    const present = await sessionPresenter(services, session)
    return { result: present(session), tag }
  },
})

/** So soon, no wallet can have paid: the page that has just shown the address asks again a moment later. */
const unpaidMs = 5_000

function versionIn(tag: string | undefined): number | undefined {
  const [, version] = /^(?:W\/)?"(\d+)"$/.exec(tag ?? '') ?? []
  return version === undefined ? undefined : Number(version)
}
