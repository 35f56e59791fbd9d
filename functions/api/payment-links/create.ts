import { endpoints } from '../../../shared/openapi/endpoints.ts'
import { createPaymentLink } from '../../../shared/payment-links/create-payment-link.ts'
import { presentPaymentLink } from '../../../shared/payment-links/wire/payment-link.ts'
import { config } from '../../config.ts'
import { apiDeps } from '../../deps/api-deps.ts'
import { apiHandler } from '../../handlers/api-handler.ts'

const deps = { ...apiDeps(), currencies: config('FIAT_CURRENCIES') }

export const handler = apiHandler(
  endpoints.createPaymentLink,
  deps,
  async ({ mode, body }, recordReply) => {
    const settings = await deps.settings(mode)
    const outcome = await createPaymentLink(
      deps,
      { mode, ...body },
      { extraWrites: (link) => recordReply(presentPaymentLink(link, settings)) },
    )
    return 'link' in outcome ? presentPaymentLink(outcome.link, settings) : outcome
  },
)
