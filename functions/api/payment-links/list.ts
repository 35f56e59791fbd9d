import { presentPage } from '../../../shared/contract/cursor-list.ts'
import { endpoints } from '../../../shared/contract/endpoints.ts'
import { presentPaymentLink } from '../../../shared/contract/payment-link.ts'
import { listPaymentLinks } from '../../../shared/store/payment-links.ts'
import { apiDeps } from '../../deps/api-deps.ts'
import { apiHandler } from '../../handlers/api-handler.ts'

const deps = apiDeps()

export const handler = apiHandler(endpoints.listPaymentLinks, deps, async ({ mode, query }) => {
  const { limit, starting_after: before } = query
  const page = await listPaymentLinks(deps.table, { mode, before }, { limit })
  const settings = await deps.settings(mode)
  return presentPage(page, (link) => presentPaymentLink(link, settings))
})
