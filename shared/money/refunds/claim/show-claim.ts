import type { Mode } from '../../../kernel/mode.ts'
import { ok } from '../../../kernel/operation/operation.ts'
import { pageOperation } from '../../../kernel/operation/page-operation.ts'
import { pageInput } from '../../../kernel/operation/page-request.ts'
import { merchantOf } from '../../../records/settings/rules/merchant.ts'
import type { Settings } from '../../../records/settings/rules/settings.ts'
import { readingSettings } from '../../../records/settings/settings-of.ts'
import { claimSecret, claimView } from '../wire/claim.ts'
import { type ClaimServices, claimedRefund } from './claimed-refund.ts'
import { presentClaim } from './present-claim.ts'

export const showClaim = pageOperation({
  name: 'show-claim',
  route: 'POST /api/checkout/refunds/{id}',
  input: { ...pageInput, body: claimSecret },
  output: ok(claimView),
  errors: ['resource_not_found', 'link_gone', 'rate_limit_exceeded'],
  touches: { table: 'read', counts: true },
  docs: {
    tag: 'Checkout',
    summary: 'Show a refund to its customer',
    description: 'A request with a body, because the link’s secret belongs in no URL of a log.',
    example: { secret: 'q83vASNFZ4mrze8BI0VniQ' },
  },
  needs: readingSettings,
  /** Throws `resource_not_found`, `link_gone` and `rate_limit_exceeded`. */
  async run(services: Services, request) {
    const refund = await claimedRefund(services, request)
    const settings = await services.settings(refund.mode)
    return { result: presentClaim(refund, merchantOf(settings)) }
  },
})

type Services = ClaimServices & { settings: (mode: Mode) => Promise<Settings> }
