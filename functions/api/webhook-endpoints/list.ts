import { presentPage } from '../../../shared/kernel/wire/cursor-list.ts'
import { endpoints } from '../../../shared/openapi/endpoints.ts'
import { pageWebhookEndpoints } from '../../../shared/webhooks/store/webhook-endpoints.ts'
import { presentWebhookEndpoint } from '../../../shared/webhooks/wire/webhook-endpoint.ts'
import { apiDeps } from '../../deps/api-deps.ts'
import { apiHandler } from '../../handlers/api-handler.ts'

const deps = apiDeps()

export const handler = apiHandler(endpoints.listWebhookEndpoints, deps, async ({ mode, query }) => {
  const { limit, starting_after: before } = query
  const page = await pageWebhookEndpoints(deps.table, { mode, before }, { limit })
  return presentPage(page, presentWebhookEndpoint)
})
