import type { Transfer } from './transfer.ts'

export const movementKinds = ['sweep', 'fee', 'gas'] as const

/**
 * Money that a deposit address has sent or got by our own doing: swept to the payout wallet, paid as a fee, or sent to it
 * for gas. Of the canonical chain; base units.
 */
export type OwnMovement = {
  kind: (typeof movementKinds)[number]
  chainId: number
  /** ERC-20 contract; null for the native coin. */
  tokenAddress: string | null
  amountBase: bigint
  txHash: string
  blockNumber: bigint
}

/** What an address held of an asset before its session, after a block of the canonical chain. It counts for nothing. */
export type OpeningHolding = {
  kind: 'opening'
  chainId: number
  tokenAddress: string | null
  /** Zero once it is known that the address was empty. */
  amountBase: bigint
  blockNumber: bigint
  blockHash: string
}

/** What stands between the balance of an address and what its customer sent to it. */
export type AddressMovement = OwnMovement | OpeningHolding

/** What an address received for its session up to block `upTo`: balance + swept + fees − gas we sent it − what was there before. */
export function receivedBase(
  balanceBase: bigint,
  movements: readonly AddressMovement[],
  upTo: bigint,
): bigint {
  const opening = openingOf(movements)
  if (opening && opening.amountBase > 0n && upTo <= opening.blockNumber) return 0n
  const ownBase = movements
    .filter(isOwnMovement)
    .filter(({ blockNumber }) => blockNumber <= upTo)
    .reduce((sum, { kind, amountBase }) => sum + (kind === 'gas' ? -amountBase : amountBase), 0n)
  const received = balanceBase + ownBase - (opening?.amountBase ?? 0n)
  return received > 0n ? received : 0n
}

export function isOwnMovement(movement: AddressMovement): movement is OwnMovement {
  return movement.kind !== 'opening'
}

/** What is known of the time before the session; `movements` are of one asset. */
export function openingOf(movements: readonly AddressMovement[]): OpeningHolding | undefined {
  return movements.find((movement) => movement.kind === 'opening')
}

/** Whether a transfer is gas that we sent: no customer's money. */
export function isOwnGas(
  { txHash }: Pick<Transfer, 'txHash'>,
  movements: readonly AddressMovement[],
): boolean {
  return movements.some((movement) => movement.kind === 'gas' && movement.txHash === txHash)
}
