import type { Key } from '../../../kernel/store/keys.ts'

const deliveries = 'instance-webhook-deliveries'

export const instanceWebhookKeys = {
  /** The destination of the instance's changes. */
  instanceWebhook: (): Key => ({ pk: 'instance-webhook', sk: 'instance-webhook' }),
  /**
   * A message, by its due time. It is in no index, which other functions could write to: everything in this partition
   * is signed.
   */
  instanceDelivery: (dueAt: Date, eventId: string, receiverId: string): Key => ({
    pk: deliveries,
    sk: `due#${dueAt.toISOString()}#${eventId}#${receiverId}`,
  }),
  instanceDeliveryHealth: (): Key => ({ pk: deliveries, sk: 'health' }),
} as const
