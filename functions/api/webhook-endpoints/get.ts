import { resourceNotFound } from '../../../shared/kernel/errors.ts'
import { endpoints } from '../../../shared/openapi/endpoints.ts'
import { loadWebhookEndpoint } from '../../../shared/webhooks/store/webhook-endpoints.ts'
import { presentWebhookEndpoint } from '../../../shared/webhooks/wire/webhook-endpoint.ts'
import { apiDeps } from '../../deps/api-deps.ts'
import { apiHandler } from '../../handlers/api-handler.ts'

const deps = apiDeps()

export const handler = apiHandler(endpoints.getWebhookEndpoint, deps, async ({ mode, id }) => {
  const endpoint = await loadWebhookEndpoint(deps.table, mode, id)
  if (!endpoint) throw resourceNotFound('webhook endpoint', id)
  return presentWebhookEndpoint(endpoint)
})
