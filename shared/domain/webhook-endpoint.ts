import type { EventType } from './event.ts'
import type { Mode } from './mode.ts'
import type { Sealed } from './sealed.ts'

/** Where a merchant receives events. */
export type WebhookEndpoint = {
  id: string
  mode: Mode
  url: string
  events: EventType[]
  active: boolean
  /** The whole `whsec_…` text, encrypted. */
  secret: Sealed
  /** Its first 12 characters, to tell secrets apart. */
  secretPrefix: string
  /** Why it was switched off, where that was not the merchant's doing. */
  inactiveReason: string | null
  createdAt: Date
}

/** What an endpoint's sealed secret is bound to. */
export function webhookSecretContext({
  mode,
  id,
}: Pick<WebhookEndpoint, 'mode' | 'id'>): Record<string, string> {
  return { endpointId: id, mode }
}
