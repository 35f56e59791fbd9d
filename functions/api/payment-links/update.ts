import { endpoints } from '../../../shared/openapi/endpoints.ts'
import { updatePaymentLink } from '../../../shared/payment-links/update-payment-link.ts'
import { presentPaymentLink } from '../../../shared/payment-links/wire/payment-link.ts'
import { config } from '../../config.ts'
import { apiDeps } from '../../deps/api-deps.ts'
import { apiHandler } from '../../handlers/api-handler.ts'

const deps = { ...apiDeps(), currencies: config('FIAT_CURRENCIES') }

export const handler = apiHandler(
  endpoints.updatePaymentLink,
  deps,
  async ({ mode, id, body: changes }, recordReply) => {
    const settings = await deps.settings(mode)
    const outcome = await updatePaymentLink(
      deps,
      { mode, id, changes },
      { extraWrites: (link) => recordReply(presentPaymentLink(link, settings)) },
    )
    return 'link' in outcome ? presentPaymentLink(outcome.link, settings) : outcome
  },
)
