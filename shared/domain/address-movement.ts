import type { Transfer } from './transfer.ts'

export const movementKinds = ['sweep', 'fee', 'gas'] as const

/**
 * Money that a deposit address has sent or got by our own doing: swept to the payout wallet, paid as a fee, or sent to it
 * for gas. Of the canonical chain; base units.
 */
export type AddressMovement = {
  kind: (typeof movementKinds)[number]
  chainId: number
  /** ERC-20 contract; null for the native coin. */
  tokenAddress: string | null
  amountBase: bigint
  txHash: string
  blockNumber: bigint
}

/** What an address received up to block `upTo`, given what it holds there: balance + swept + fees − gas we sent it. */
export function receivedBase(
  balanceBase: bigint,
  movements: readonly AddressMovement[],
  upTo: bigint,
): bigint {
  return movements
    .filter(({ blockNumber }) => blockNumber <= upTo)
    .reduce(
      (sum, { kind, amountBase }) => sum + (kind === 'gas' ? -amountBase : amountBase),
      balanceBase,
    )
}

/** Whether a transfer is gas that we sent: no customer's money. */
export function isOwnGas(
  { txHash }: Pick<Transfer, 'txHash'>,
  movements: readonly AddressMovement[],
): boolean {
  return movements.some((movement) => movement.kind === 'gas' && movement.txHash === txHash)
}
