/** Whether a payment was notified soon after its block. */
type NotifiedPayment = { sessionId: string; inTime: boolean }

/** What a notifier made of the latest payments on a chain. */
export type NotifierHealth = {
  /** The latest last. */
  payments: readonly NotifiedPayment[]
  lastPaymentAt: Date | null
  /** When the latest of them was notified. */
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

/** A payment, by the block that brought it, and when the notifier first named it. */
export type PaymentSeen = { sessionId: string; paidAt: Date; notifiedAt: Date | null }

/** The health after a payment; one that is known changes nothing. */
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

/** At least 9 of the last 10 payments were notified in time. One that has not seen so many proved nothing yet. */
export function isHealthy({ payments }: Pick<NotifierHealth, 'payments'>): boolean {
  return payments.filter(({ inTime }) => inTime).length >= neededInTime
}
