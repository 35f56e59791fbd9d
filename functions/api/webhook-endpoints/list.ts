import { presentPage } from '../../../shared/contract/cursor-list.ts'
import { endpoints } from '../../../shared/contract/endpoints.ts'
import { presentWebhookEndpoint } from '../../../shared/contract/webhook-endpoint.ts'
import { pageWebhookEndpoints } from '../../../shared/store/webhook-endpoints.ts'
import { apiDeps } from '../../deps/api-deps.ts'
import { apiHandler } from '../../handlers/api-handler.ts'

const deps = apiDeps()

export const handler = apiHandler(endpoints.listWebhookEndpoints, deps, async ({ mode, query }) => {
  const { limit, starting_after: before } = query
  const page = await pageWebhookEndpoints(deps.table, { mode, before }, { limit })
  return presentPage(page, presentWebhookEndpoint)
})
