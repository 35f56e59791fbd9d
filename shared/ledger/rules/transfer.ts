/** Money of a session's asset that reached its address, as the chain says where it stands now. */
export type Transfer = {
  chainId: number
  /** ERC-20 contract; null for the native coin. */
  tokenAddress: string | null
  /** Null where the money is there but no transaction could be found. */
  txHash: string | null
  /** Log index of a token transfer; null for the native coin. */
  logIndex: number | null
  from: string | null
  amountBase: bigint
  blockNumber: bigint
  blockHash: string
  blockTime: Date
  /** Whether it counts no more: it left the chain again, or the session is for another asset after all. */
  orphaned: boolean
}

/** What identifies a transfer within its session, whichever block it stands in; without a transaction, its asset and block. */
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
