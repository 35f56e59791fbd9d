import type { CheckoutSession, Event, SessionStatus, UnmatchedDeposit } from './generated/types.ts'
import type { Quittance } from './quittance.ts'

/**
 * The next step of a shop with an order: `wait` for the payment, `fulfill` it, get the `attention` of a person, or know that the
 * session is `closed` without a payment, so that the customer may try again.
 */
export type OrderState = 'wait' | 'fulfill' | 'attention' | 'closed'

const states: Readonly<Record<SessionStatus, OrderState>> = {
  pending: 'wait',
  detected: 'wait',
  paid: 'fulfill',
  paid_late: 'fulfill',
  overpaid: 'fulfill',
  underpaid: 'attention',
  expired: 'closed',
  failed: 'closed',
}

/** Returns the state of a session's order. A status that this version doesn't know needs attention. */
export function orderState({ status }: Pick<CheckoutSession, 'status'>): OrderState {
  return states[status] ?? 'attention'
}

/** The meaning of an event for an order. */
export type OrderUpdate = {
  /** The session's `metadata.order`, as `sessionForOrder` sets it; undefined if another program created the session. */
  order: string | undefined
  /** The current state of the session. Always `attention` if there is a `deposit`, even if the order is paid. */
  state: OrderState
  session: CheckoutSession
  /** Money that didn't count towards the session. */
  deposit?: UnmatchedDeposit
}

/**
 * Returns what an event means for its order: undefined if nothing, as a test event or one about a refund. It asks the API for
 * the session, so an event that is repeated, or comes after a later one, has the same result. It throws `QuittanceError`, with
 * status 404 if the key is of another mode or instance than the event.
 */
export async function orderUpdate(
  quittance: Pick<Quittance, 'checkoutSessions'>,
  { data: { id, synthetic, refund, deposit } }: Pick<Event, 'data'>,
): Promise<OrderUpdate | undefined> {
  if (synthetic || refund) return undefined
  const session = await quittance.checkoutSessions.retrieve(id)
  const order = session.metadata?.['order']
  return {
    order: order === undefined ? undefined : String(order),
    session,
    state: deposit ? 'attention' : orderState(session),
    ...(deposit && { deposit }),
  }
}
