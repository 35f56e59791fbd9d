import * as z from 'zod'
import { timestamp } from '../../../kernel/wire/primitives.ts'
import { deliveryErrors } from '../../../records/outbox/rules/delivery-attempt.ts'
import type { InstanceDeliveryHealth } from '../rules/instance-delivery.ts'
import type { Receiver } from '../rules/instance-webhook.ts'

/** The owner's webhook, without its secret. */
export const shownInstanceWebhook = z.lazy(() =>
  z.object({
    url: z.string(),
    secretPrefix: z.string(),
    /** Until when the secrets of earlier rotations sign as well. */
    previousSecretsUntil: z.array(timestamp),
    createdAt: timestamp,
    /** Since when every attempt has failed; null after a success, and before the first attempt. */
    failingSince: timestamp.nullable(),
    lastAttemptAt: timestamp.nullable(),
    /** The status code of the latest response, or why there was none. */
    lastOutcome: z.union([z.int(), z.enum(deliveryErrors)]).nullable(),
  }),
)

export type ShownInstanceWebhook = z.infer<typeof shownInstanceWebhook>

export function presentInstanceWebhook(
  { id, url, secretPrefix, previousSecrets, createdAt }: Receiver,
  health: InstanceDeliveryHealth | undefined,
  now: Date,
): ShownInstanceWebhook {
  const own = health?.receiverId === id ? health : undefined
  const valid = previousSecrets.filter(({ until }) => until > now)
  return {
    url,
    secretPrefix,
    previousSecretsUntil: valid.map(({ until }) => until.toISOString()),
    createdAt: createdAt.toISOString(),
    failingSince: own?.failingSince?.toISOString() ?? null,
    lastAttemptAt: own?.lastAttemptAt.toISOString() ?? null,
    lastOutcome: own?.lastOutcome ?? null,
  }
}
