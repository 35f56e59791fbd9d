import type { Mode } from '../../../kernel/mode.ts'
import {
  type CheckoutSession,
  isFulfillable,
} from '../../../payments/checkout-sessions/rules/checkout-session.ts'
import type { ProviderName } from '../../../records/integrations/rules/provider-name.ts'
import type { OrderReport } from './order-report.ts'
import { shortfalls } from './weigh-report.ts'

/** Why a payment did not pay its session, or what happened to it after it did. */
export const paymentReasons = [
  ...shortfalls,
  'already_paid',
  'already_failed',
  'too_late',
  'refunded',
  'partly_refunded',
  'not_delivered',
] as const
export type PaymentReason = (typeof paymentReasons)[number]

/** Money that a provider reported for a session. It is bound to that session for ever. */
export type ProviderPayment = {
  mode: Mode
  sessionId: string
  provider: ProviderName
  paymentId: string
  orderId: string
  /** Counts writes; every write is conditional on it. */
  version: number
  /** The reported amount; null if none was reported. */
  paid: OrderReport['paid']
  /** Whether it paid the session. */
  isCounted: boolean
  /** Why the operator has to know; null if there is nothing to know. */
  reason: PaymentReason | null
  seenAt: Date
  acceptedAt: Date | null
  dismissedAt: Date | null
  /** The refund of what the provider returned; null if it returned nothing. */
  refundId: string | null
}

/** Why a sufficient payment changes nothing in a session that the machine leaves as it is. */
export function reasonUnmoved({ status }: Pick<CheckoutSession, 'status'>): PaymentReason {
  if (isFulfillable(status)) return 'already_paid'
  return status === 'failed' ? 'already_failed' : 'too_late'
}

/** Identifies a payment among all that an operator can accept. */
export function paymentName({
  provider,
  paymentId,
}: Pick<ProviderPayment, 'provider' | 'paymentId'>): string {
  return `${provider}:${paymentId}`
}

/** Whether the operator still has to decide about it. */
export function isUndecided({
  reason,
  acceptedAt,
  dismissedAt,
}: Pick<ProviderPayment, 'reason' | 'acceptedAt' | 'dismissedAt'>): boolean {
  return reason !== null && acceptedAt === null && dismissedAt === null
}

const elsewhere: readonly (PaymentReason | null)[] = [
  ...(['wrong_wallet', 'refunded', 'partly_refunded', 'not_delivered'] as const),
]

/** Whether an operator may accept it, even once it is dismissed: money that the merchant has, and that pays nothing yet. */
export function isAcceptable({ reason, acceptedAt, isCounted }: ProviderPayment): boolean {
  return reason !== null && acceptedAt === null && !isCounted && !elsewhere.includes(reason)
}
