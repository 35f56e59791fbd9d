/** Money that reached an address, where it stands on the canonical chain now. */
export type FoundTransfer = {
  /** Null where the money is there but no transaction could be made out. */
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
