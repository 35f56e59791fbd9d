/** A payment to an address, with its current position on the canonical chain. */
export type FoundTransfer = {
  /** Null if the money is there but its transaction could not be determined. */
  txHash: string | null
  /** Log index of a token transfer; null for the native coin, of which a transaction counts as one transfer. */
  logIndex: number | null
  /** Checksummed; for coin sent by a contract, that contract. */
  from: string | null
  amountBase: bigint
  blockNumber: bigint
  blockHash: string
  blockTimestamp: Date
}
