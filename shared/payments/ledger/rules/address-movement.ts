import type { Transfer } from './transfer.ts'

export const movementKinds = ['sweep', 'fee', 'gas'] as const

/**
 * Money that we ourselves moved from or to a deposit address: swept to the payout wallet, paid as a fee, or sent to it
 * for gas. On the canonical chain, in base units.
 */
export type OwnMovement = {
  kind: (typeof movementKinds)[number]
  chainId: number
  /** ERC-20 contract; null for the native coin. */
  tokenAddress: string | null
  amountBase: bigint
  txHash: string
  blockNumber: bigint
  /** Missing in what earlier versions recorded. */
  sweepId?: string
}

/**
 * An address's balance of an asset before its session, after a block of the canonical chain. It never counts as a
 * payment.
 */
export type OpeningHolding = {
  kind: 'opening'
  chainId: number
  tokenAddress: string | null
  /** Zero if the address was empty. */
  amountBase: bigint
  blockNumber: bigint
  blockHash: string
}

/** The difference between an address's balance and what its customer sent to it. */
export type AddressMovement = OwnMovement | OpeningHolding

/**
 * The total that an address received for its session up to block `upTo`: balance + swept + fees − gas that we sent −
 * the opening holding.
 */
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

/** The opening holding among the movements of one asset, if it is known. */
export function openingOf(movements: readonly AddressMovement[]): OpeningHolding | undefined {
  return movements.find((movement) => movement.kind === 'opening')
}

/** Whether a transfer is gas that we sent, not a customer's payment. */
export function isOwnGas(
  { txHash }: Pick<Transfer, 'txHash'>,
  movements: readonly AddressMovement[],
): boolean {
  return movements.some((movement) => movement.kind === 'gas' && movement.txHash === txHash)
}
