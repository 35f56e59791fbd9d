import { presentDeleted } from '../../../shared/kernel/wire/deleted.ts'
import { endpoints } from '../../../shared/openapi/endpoints.ts'
import { deleteWebhookEndpoint } from '../../../shared/webhooks/delete-webhook-endpoint.ts'
import { apiDeps } from '../../deps/api-deps.ts'
import { apiHandler } from '../../handlers/api-handler.ts'

const deps = apiDeps()

export const handler = apiHandler(
  endpoints.deleteWebhookEndpoint,
  deps,
  async ({ mode, id }, recordReply) => {
    const deleted = presentDeleted('webhook_endpoint', id)
    const outcome = await deleteWebhookEndpoint(
      deps,
      { mode, id },
      { extraWrites: () => recordReply(deleted) },
    )
    return 'deleted' in outcome ? deleted : outcome
  },
)
