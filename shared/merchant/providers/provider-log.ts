import { log } from '../../log/log.ts'
import type { ProviderPayment } from './rules/provider-payment.ts'

/** Logs a payment that an operator has to decide about. */
export function paymentUnmatched({ mode, sessionId, provider, reason }: ProviderPayment): void {
  const facts = { mode, sessionId, provider, reason: reason ?? '' }
  log('provider payment unmatched', facts, { UnmatchedFunds: 1 })
}
