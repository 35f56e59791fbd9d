import { presentDeleted } from '../../../shared/kernel/wire/deleted.ts'
import { endpoints } from '../../../shared/openapi/endpoints.ts'
import { deletePaymentLink } from '../../../shared/payment-links/delete-payment-link.ts'
import { apiDeps } from '../../deps/api-deps.ts'
import { apiHandler } from '../../handlers/api-handler.ts'

const deps = apiDeps()

export const handler = apiHandler(
  endpoints.deletePaymentLink,
  deps,
  async ({ mode, id }, recordReply) => {
    const deleted = presentDeleted('payment_link', id)
    const outcome = await deletePaymentLink(
      deps,
      { mode, id },
      { extraWrites: () => recordReply(deleted) },
    )
    return 'deleted' in outcome ? deleted : outcome
  },
)
