import type { Difference } from './difference.ts'

/** A sentence for each kind of difference; `{said}` and `{shown}` are amounts with their asset. */
export const differenceWords = {
  received: 'arrived: the ledger says {said}, the chain shows {shown}',
  counted: 'counted for the session or as unmatched: {said}, the chain shows {shown}',
  swept: 'swept: the ledger says {said}, the chain shows {shown}',
  fees: 'fees: the ledger says {said}, the chain shows {shown}',
  gas: 'coin sent for gas: the ledger says {said}, the chain shows {shown}',
  movements: 'recorded as moved by our transactions: {said}, the chain shows {shown}',
  sweep: 'moved by a sweep: its record says {said}, its transaction moved {shown}',
  sweep_fee: 'the fee of a sweep: its record says {said}, its transaction cost {shown}',
  unnamed: '{shown} left in a transaction that no sweep names',
  not_on_chain: 'a sweep of {said} names a transaction that no node has',
  recipient: 'a sweep sent {shown} to an address that never was the payout wallet',
  promised: 'refunds of {said} were created, of which the chain shows that only {shown} arrived',
  refunded: 'went back: the session says {said}, its refunds add up to {shown}',
  refund: 'refunds say that {said} was sent, their transaction paid {shown}',
  nonce: 'the address sent {shown} transactions, of which {said} are known',
} as const satisfies Record<Difference['kind'], string>
