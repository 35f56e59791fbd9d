import type { Mode } from '../../../kernel/mode.ts'
import type { Key } from '../../../kernel/store/keys.ts'

export const outboxKeys = {
  event: (mode: Mode, id: string): Key => ({ pk: `${mode}#event#${id}`, sk: 'event' }),
  /** All endpoints of a mode share a partition (at most 20), so one consistent query finds them. */
  webhookEndpoint: (mode: Mode, id: string): Key => ({ pk: `${mode}#endpoints`, sk: id }),
  delivery: (mode: Mode, id: string): Key => ({ pk: `${mode}#delivery#${id}`, sk: 'delivery' }),
  deliveryAttempt: (mode: Mode, deliveryId: string, startedAt: Date): Key => ({
    pk: `${mode}#delivery#${deliveryId}`,
    sk: `attempt#${startedAt.toISOString()}`,
  }),
} as const
