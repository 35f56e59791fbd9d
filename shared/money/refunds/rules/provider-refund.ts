import type { Mode } from '../../../kernel/mode.ts'
import type { ProviderName } from '../../../records/integrations/rules/provider-name.ts'
import type { Refund } from './refund.ts'

/** A refund that a hosted provider reported. No chain proves it, and nothing here can change it. */
export type ProviderRefund = {
  id: string
  mode: Mode
  /** Counts writes; every write is conditional on it. */
  version: number
  status: 'reported'
  sessionId: string
  provider: ProviderName
  /** The provider's id of the payment. */
  paymentId: string
  /** Whether that payment paid the session. */
  isCounted: boolean
  /** All of the payment, in `currency`; null for a part, since providers don't say how much. */
  amount: string | null
  /** In upper case; null if the provider never stated it. */
  currency: string | null
  createdAt: Date
  updatedAt: Date
}

export type AnyRefund = Refund | ProviderRefund

export function isProviders(refund: AnyRefund): refund is ProviderRefund {
  return 'provider' in refund
}
