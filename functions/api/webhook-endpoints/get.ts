import { endpoints } from '../../../shared/contract/endpoints.ts'
import { presentWebhookEndpoint } from '../../../shared/contract/webhook-endpoint.ts'
import { resourceNotFound } from '../../../shared/domain/errors.ts'
import { loadWebhookEndpoint } from '../../../shared/store/webhook-endpoints.ts'
import { apiDeps } from '../../deps/api-deps.ts'
import { apiHandler } from '../../handlers/api-handler.ts'

const deps = apiDeps()

export const handler = apiHandler(endpoints.getWebhookEndpoint, deps, async ({ mode, id }) => {
  const endpoint = await loadWebhookEndpoint(deps.table, mode, id)
  if (!endpoint) throw resourceNotFound('webhook endpoint', id)
  return presentWebhookEndpoint(endpoint)
})
