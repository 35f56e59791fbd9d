import type { Mode } from '../../../kernel/mode.ts'
import type { Key } from '../../../kernel/store/keys.ts'

export const webhookKeys = {
  /** The sends in flight to an endpoint; see `shared/merchant/webhooks/rules/send-slots.ts`. */
  sendSlot: (mode: Mode, endpointId: string, number: number): Key => ({
    pk: `${mode}#endpoint#${endpointId}#sends`,
    sk: `slot#${number}`,
  }),
} as const
