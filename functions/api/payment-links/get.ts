import { endpoints } from '../../../shared/contract/endpoints.ts'
import { presentPaymentLink } from '../../../shared/contract/payment-link.ts'
import { resourceNotFound } from '../../../shared/domain/errors.ts'
import { loadPaymentLink } from '../../../shared/store/payment-links.ts'
import { apiDeps } from '../../deps/api-deps.ts'
import { apiHandler } from '../../handlers/api-handler.ts'

const deps = apiDeps()

export const handler = apiHandler(endpoints.getPaymentLink, deps, async ({ mode, id }) => {
  const link = await loadPaymentLink(deps.table, mode, id)
  if (!link) throw resourceNotFound('payment link', id)
  return presentPaymentLink(link, await deps.settings(mode))
})
