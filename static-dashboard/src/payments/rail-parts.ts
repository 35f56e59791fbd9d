import type { ShownPayment } from './timeline.ts'

export type RailPart = {
  name: 'sent' | 'confirmed' | 'result'
  state: 'done' | 'current' | 'ahead'
  at: string | null
}

type Payment = Pick<
  ShownPayment,
  'status' | 'received' | 'terms' | 'firstSeenAt' | 'paidAt' | 'closedAt'
>

/** How far a payment is. Who pays through a provider sends nothing that is confirmed here. */
export function railParts(payment: Payment): RailPart[] {
  const { status, received, terms, firstSeenAt, paidAt, closedAt } = payment
  const isOpen = status === 'pending' || status === 'detected'
  const result: RailPart = isOpen
    ? { name: 'result', state: 'ahead', at: null }
    : { name: 'result', state: 'done', at: paidAt ?? closedAt }
  if (firstSeenAt === null) {
    if (paidAt !== null) return [{ name: 'sent', state: 'done', at: paidAt }, result]
    const sent: RailPart = { ...ahead, name: 'sent', state: isOpen ? 'current' : 'ahead' }
    return [sent, { ...ahead, name: 'confirmed' }, result]
  }
  const isConfirmed = received.confirmations >= terms.confirmationsRequired
  const counting = isOpen ? ('current' as const) : ('ahead' as const)
  return [
    { name: 'sent', state: 'done', at: firstSeenAt },
    { name: 'confirmed', state: isConfirmed ? 'done' : counting, at: null },
    result,
  ]
}

const ahead = { state: 'ahead', at: null } as const
