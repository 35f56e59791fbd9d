import { presentTestEvent } from '../../../shared/events/wire/event.ts'
import { endpoints } from '../../../shared/openapi/endpoints.ts'
import { sendTestEvent } from '../../../shared/webhooks/send-test-event.ts'
import { apiDeps } from '../../deps/api-deps.ts'
import { deliveryQueue, handOver } from '../../deps/delivery-queue.ts'
import { apiHandler } from '../../handlers/api-handler.ts'

const deps = { ...apiDeps(), enqueueDeliveries: handOver(deliveryQueue()) }

export const handler = apiHandler(
  endpoints.testWebhookEndpoint,
  deps,
  async ({ mode, id }, recordReply) => {
    const outcome = await sendTestEvent(
      deps,
      { mode, id },
      { extraWrites: ({ event, delivery }) => recordReply(presentTestEvent(event, delivery)) },
    )
    return 'event' in outcome ? presentTestEvent(outcome.event, outcome.delivery) : outcome
  },
)
