import { resourceNotFound } from '../../../shared/kernel/errors.ts'
import { endpoints } from '../../../shared/openapi/endpoints.ts'
import { loadPaymentLink } from '../../../shared/payment-links/store/payment-links.ts'
import { presentPaymentLink } from '../../../shared/payment-links/wire/payment-link.ts'
import { apiDeps } from '../../deps/api-deps.ts'
import { apiHandler } from '../../handlers/api-handler.ts'

const deps = apiDeps()

export const handler = apiHandler(endpoints.getPaymentLink, deps, async ({ mode, id }) => {
  const link = await loadPaymentLink(deps.table, mode, id)
  if (!link) throw resourceNotFound('payment link', id)
  return presentPaymentLink(link, await deps.settings(mode))
})
