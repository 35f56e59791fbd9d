import { presentPage } from '../../../shared/kernel/wire/cursor-list.ts'
import { endpoints } from '../../../shared/openapi/endpoints.ts'
import { listPaymentLinks } from '../../../shared/payment-links/store/payment-links.ts'
import { presentPaymentLink } from '../../../shared/payment-links/wire/payment-link.ts'
import { apiDeps } from '../../deps/api-deps.ts'
import { apiHandler } from '../../handlers/api-handler.ts'

const deps = apiDeps()

export const handler = apiHandler(endpoints.listPaymentLinks, deps, async ({ mode, query }) => {
  const { limit, starting_after: before } = query
  const page = await listPaymentLinks(deps.table, { mode, before }, { limit })
  const settings = await deps.settings(mode)
  return presentPage(page, (link) => presentPaymentLink(link, settings))
})
