import type { ProviderPayment } from '../../shared/merchant/providers/rules/provider-payment.ts'
import { log } from './log.ts'

/** Logs a payment that an operator has to decide about. */
export function paymentUnmatched({ mode, sessionId, provider, reason }: ProviderPayment): void {
  const facts = { mode, sessionId, provider, reason: reason ?? '' }
  log('provider payment unmatched', facts, { UnmatchedFunds: 1 })
}
