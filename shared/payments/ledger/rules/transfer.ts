/** A payment in a session's asset to its address, with its current position on the chain. */
export type Transfer = {
  chainId: number
  /** ERC-20 contract; null for the native coin. */
  tokenAddress: string | null
  /** Null if the money is there but no transaction could be found. */
  txHash: string | null
  /** Log index of a token transfer; null for the native coin. */
  logIndex: number | null
  from: string | null
  amountBase: bigint
  blockNumber: bigint
  blockHash: string
  blockTime: Date
  /** Whether it no longer counts: a reorg removed it, or the session was paid in another asset. */
  orphaned: boolean
}

/**
 * Identifies a transfer within its session, whichever block it is in; without a transaction, by its asset and block.
 */
export function transferKey({
  chainId,
  txHash,
  logIndex,
  tokenAddress,
  blockNumber,
}: Pick<Transfer, 'chainId' | 'txHash' | 'logIndex' | 'tokenAddress' | 'blockNumber'>): string {
  if (txHash === null) return `${chainId}#block-${blockNumber}#${tokenAddress ?? 'native'}`
  return `${chainId}#${txHash}#${logIndex ?? 'native'}`
}
