import { type Client, getAddress, type Hash, isAddressEqual, type Transaction } from 'viem'
import { getTransactionReceipt } from 'viem/actions'
import { blockTime } from '../blocks/read-block.ts'
import type { HexAddress } from '../chain.ts'
import { largest } from '../nodes/largest.ts'
import type { FoundTransfer } from './found-transfer.ts'

/** A block with its transactions in full. */
export type FullBlock = {
  number: bigint
  hash: Hash
  parentHash: Hash
  timestamp: bigint
  transactions: readonly Transaction[]
}

/** Coin that an address received in a block, without the block's position. */
export type NativePayment = Pick<FoundTransfer, 'txHash' | 'from' | 'amountBase'>

/** Each needs a receipt. A payment that is not listed here still counts, without a transaction. */
const maxPayments = 16

/** The largest payments of the block's own transactions to an address, without what contracts passed on. */
export async function directPayments(
  node: Client,
  { transactions }: FullBlock,
  address: HexAddress,
): Promise<NativePayment[]> {
  const paying = transactions.filter(
    ({ to, from, value }) =>
      to && value > 0n && isAddressEqual(to, address) && !isAddressEqual(from, address),
  )
  const candidates = largest(paying, maxPayments, ({ value }) => value)
  const receipts = await Promise.all(
    candidates.map(({ hash }) => getTransactionReceipt(node, { hash })),
  )
  return candidates
    .filter((_, index) => receipts[index]?.status === 'success')
    .map(({ hash, from, value }) => ({ txHash: hash, from: getAddress(from), amountBase: value }))
}

export function inBlock(payment: NativePayment, block: FullBlock): FoundTransfer {
  return {
    ...payment,
    logIndex: null,
    blockNumber: block.number,
    blockHash: block.hash,
    blockTimestamp: blockTime(block.timestamp),
  }
}

export function sumBase(payments: readonly NativePayment[]): bigint {
  return payments.reduce((total, { amountBase }) => total + amountBase, 0n)
}
