import { sessionStatuses } from '../../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import type { Operations } from '../operations.ts'
import type { PaymentStatusName } from './payment-status.tsx'

type EventType = Of<'events'>['type']
type RefundEvent = Extract<EventType, `refund.${string}`>

export type ShownPayment = Operations['show-payment']['output']

type Of<Name extends keyof ShownPayment> = ShownPayment[Name] extends readonly (infer Item)[]
  ? Item
  : never

export type Happening = { at: string } & (
  | { kind: 'opened' | 'closed' }
  | { kind: 'status'; status: PaymentStatusName }
  | { kind: 'transfer'; transfer: Of<'transfers'> }
  | { kind: 'unmatched'; deposit: Of<'unmatchedDeposits'> }
  | { kind: 'order'; order: Of<'providerOrders'> }
  | { kind: 'reported'; payment: Of<'providerPayments'> }
  | { kind: 'delivery'; delivery: Of<'deliveries'> }
  | { kind: 'action'; action: Of<'actions'> }
  | { kind: 'sweep'; sweep: Of<'sweeps'> }
  | { kind: 'refund'; type: RefundEvent }
)

/** Everything that happened to a payment, the oldest first. */
export function timelineOf(payment: ShownPayment): Happening[] {
  const all: Happening[] = [
    { at: payment.createdAt, kind: 'opened' },
    ...payment.transfers.map((transfer) => ({
      at: transfer.blockTime,
      kind: 'transfer' as const,
      transfer,
    })),
    ...payment.events.flatMap(({ type, createdAt: at }): Happening[] => {
      const status = statusOf(type)
      if (status) return [{ at, kind: 'status', status }]
      return isOfRefund(type) ? [{ at, kind: 'refund', type }] : []
    }),
    ...closing(payment),
    ...byOthers(payment),
    ...payment.actions.map((action) => ({
      at: action.createdAt,
      kind: 'action' as const,
      action,
    })),
  ]
  return all.toSorted((a, b) => Number(a.at > b.at) - Number(a.at < b.at))
}

function closing({ closedAt }: ShownPayment): Happening[] {
  return closedAt === null ? [] : [{ at: closedAt, kind: 'closed' }]
}

function byOthers(payment: ShownPayment): Happening[] {
  return [
    ...payment.unmatchedDeposits.map((deposit) => ({
      at: deposit.seenAt,
      kind: 'unmatched' as const,
      deposit,
    })),
    ...payment.providerOrders.map((order) => ({
      at: order.startedAt,
      kind: 'order' as const,
      order,
    })),
    ...payment.providerPayments.map((reported) => ({
      at: reported.seenAt,
      kind: 'reported' as const,
      payment: reported,
    })),
    ...payment.deliveries.map((delivery) => ({
      at: delivery.createdAt,
      kind: 'delivery' as const,
      delivery,
    })),
    ...payment.sweeps.map((sweep) => ({ at: sweep.at, kind: 'sweep' as const, sweep })),
  ]
}

/** The status that an event reports; undefined for other events. */
function statusOf(type: string): PaymentStatusName | undefined {
  return sessionStatuses.find((status) => type === `session.${status}`)
}

function isOfRefund(type: EventType): type is RefundEvent {
  return type.startsWith('refund.')
}
