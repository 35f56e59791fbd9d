import { endpoints } from '../../../shared/openapi/endpoints.ts'
import {
  type CreatedWebhookEndpoint,
  createWebhookEndpoint,
} from '../../../shared/webhooks/create-webhook-endpoint.ts'
import { presentWebhookEndpoint } from '../../../shared/webhooks/wire/webhook-endpoint.ts'
import { config } from '../../config.ts'
import { apiDeps } from '../../deps/api-deps.ts'
import { appSecrets } from '../../deps/app-secrets.ts'
import { apiHandler } from '../../handlers/api-handler.ts'

const vault = appSecrets()
const deps = {
  ...apiDeps(),
  vault,
  sealSecret: vault.seal,
  urlRules: { allowLoopback: config('WEBHOOK_ALLOW_LOOPBACK') === 'on' },
}

const present = ({ endpoint, secret }: CreatedWebhookEndpoint) => ({
  ...presentWebhookEndpoint(endpoint),
  secret,
})

export const handler = apiHandler(
  endpoints.createWebhookEndpoint,
  deps,
  async ({ mode, body }, recordReply) => {
    const outcome = await createWebhookEndpoint(
      deps,
      { mode, ...body },
      { extraWrites: (created) => recordReply(present(created)) },
    )
    return 'endpoint' in outcome ? present(outcome) : outcome
  },
)
