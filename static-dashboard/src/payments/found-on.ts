import type { ShownPayment } from './timeline.ts'

type Found = Pick<ShownPayment, 'terms' | 'received' | 'unmatchedDeposits'>

/** Everything that a payment's address got on a network, also what does not count. */
export function foundOn(payment: Found, network: string): string[] {
  const { terms, received, unmatchedDeposits } = payment
  const own = [received.confirmed, received.pending].map((amount) => ({ ...terms, amount }))
  return [...own, ...unmatchedDeposits].flatMap(({ chainName, amount, asset }) =>
    chainName === network && Number(amount) > 0 ? [`${amount} ${asset}`] : [],
  )
}
