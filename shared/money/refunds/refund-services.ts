import type { Config } from '../../kernel/operation/config.ts'
import type { ProcessServices } from '../../kernel/operation/process-services.ts'
import type { SessionEventDeps } from '../../payments/checkout-sessions/session-events.ts'
import { queueingDeliveries } from '../../records/outbox/delivery-queue.ts'
import { readingSettings } from '../../records/settings/settings-of.ts'

export function refundServices(config: Config, given: ProcessServices): SessionEventDeps {
  return { ...given, ...readingSettings(config, given), ...queueingDeliveries(config) }
}
