import { endpoints } from '../../../shared/contract/endpoints.ts'
import { presentPaymentLink } from '../../../shared/contract/payment-link.ts'
import { updatePaymentLink } from '../../../shared/use-cases/update-payment-link.ts'
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
