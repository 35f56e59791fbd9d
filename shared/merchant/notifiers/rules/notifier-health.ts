/** Whether a payment was notified soon after its block. */
type NotifiedPayment = { sessionId: string; inTime: boolean }

export type NotifierHealth = {
  /** The latest is last. */
  payments: readonly NotifiedPayment[]
  lastPaymentAt: Date | null
  lastNotificationAt: Date | null
}

export const noHealthYet: NotifierHealth = {
  payments: [],
  lastPaymentAt: null,
  lastNotificationAt: null,
}

const judgedPayments = 10
const neededInTime = 9
const inTimeMs = 30_000

/** A payment, by the time of its block, and when the notifier first reported it. */
export type PaymentSeen = { sessionId: string; paidAt: Date; notifiedAt: Date | null }

/** Returns the health after a payment; a known payment changes nothing. */
export function afterPayment(health: NotifierHealth, payment: PaymentSeen): NotifierHealth {
  const { sessionId, paidAt, notifiedAt } = payment
  if (health.payments.some((known) => known.sessionId === sessionId)) return health
  const inTime = notifiedAt !== null && notifiedAt.getTime() - paidAt.getTime() <= inTimeMs
  return {
    payments: [...health.payments, { sessionId, inTime }].slice(-judgedPayments),
    lastPaymentAt: paidAt,
    lastNotificationAt: notifiedAt ?? health.lastNotificationAt,
  }
}

/** Whether at least 9 of the last 10 payments were notified in time. Fewer payments haven't proved anything yet. */
export function isHealthy({ payments }: Pick<NotifierHealth, 'payments'>): boolean {
  return payments.filter(({ inTime }) => inTime).length >= neededInTime
}
