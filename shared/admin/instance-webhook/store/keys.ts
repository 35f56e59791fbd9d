import type { Key } from '../../../kernel/store/keys.ts'

const deliveries = 'instance-webhook-deliveries'

export const instanceWebhookKeys = {
  /** Where the changes of the instance are sent. */
  instanceWebhook: (): Key => ({ pk: 'instance-webhook', sk: 'instance-webhook' }),
  /**
   * What waits to be sent, by when it is due. It is found in no index, which other functions could write to: whatever is in
   * this partition is signed.
   */
  instanceDelivery: (dueAt: Date, eventId: string, receiverId: string): Key => ({
    pk: deliveries,
    sk: `due#${dueAt.toISOString()}#${eventId}#${receiverId}`,
  }),
  instanceDeliveryHealth: (): Key => ({ pk: deliveries, sk: 'health' }),
} as const
