import { endpoints } from '../../../shared/openapi/endpoints.ts'
import { updateWebhookEndpoint } from '../../../shared/webhooks/update-webhook-endpoint.ts'
import { presentWebhookEndpoint } from '../../../shared/webhooks/wire/webhook-endpoint.ts'
import { config } from '../../config.ts'
import { apiDeps } from '../../deps/api-deps.ts'
import { apiHandler } from '../../handlers/api-handler.ts'

const deps = {
  ...apiDeps(),
  urlRules: { allowLoopback: config('WEBHOOK_ALLOW_LOOPBACK') === 'on' },
}

export const handler = apiHandler(
  endpoints.updateWebhookEndpoint,
  deps,
  async ({ mode, id, body }, recordReply) => {
    const outcome = await updateWebhookEndpoint(
      deps,
      { mode, id, ...body },
      { extraWrites: (endpoint) => recordReply(presentWebhookEndpoint(endpoint)) },
    )
    return 'endpoint' in outcome ? presentWebhookEndpoint(outcome.endpoint) : outcome
  },
)
