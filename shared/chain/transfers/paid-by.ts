import { getAddress, type Hash, isAddressEqual } from 'viem'
import { getTransaction } from 'viem/actions'
import { operatorCount, votesNeeded } from '../nodes/operator-votes.ts'
import type { ChainClient } from '../open-chain.ts'
import { readChain } from '../read-chain.ts'
import { type AgreedReceipt, agreedReceipt } from '../sending/agreed-receipt.ts'
import { transfersIn } from './transfers-in.ts'

export type PaidTo = {
  from: string
  recipient: string
  amountBase: bigint
  /** The position of its log among those of the transaction; null for the native coin. */
  position: number | null
}

/** A transaction in a block, with its payments in one asset as far as nodes show them. */
export type Paying = Pick<AgreedReceipt, 'isSuccess' | 'blockNumber' | 'blockHash'> & {
  /** The sender of the transaction, if the coin was asked for. */
  sender?: string
  payments: readonly PaidTo[]
}

/**
 * The payments of a transaction, as nodes of two operators agree. Undefined if too few of them have it. Coin that a
 * contract passed on is in no receipt, so it is missing. Throws `ChainUnavailable` if no node responds.
 */
export async function paidBy(
  client: ChainClient,
  hash: Hash,
  tokenAddress: string | null,
): Promise<Paying | undefined> {
  const receipt = await agreedReceipt(client, hash)
  if (!receipt) return undefined
  const { isSuccess, blockNumber, blockHash } = receipt
  const paying = { isSuccess, blockNumber, blockHash }
  if (!isSuccess) return { ...paying, payments: [] }
  if (tokenAddress === null) {
    const coin = await coinPaidBy(client, hash)
    return coin && { ...paying, ...coin }
  }
  const token = getAddress(tokenAddress)
  const payments = transfersIn(receipt)
    .filter((transfer) => isAddressEqual(transfer.token, token))
    .map(({ from, to, amountBase, position }) => ({ from, recipient: to, amountBase, position }))
  return { ...paying, payments }
}

/** Undefined if too few operators say the same. */
async function coinPaidBy(
  client: ChainClient,
  hash: Hash,
): Promise<Pick<Paying, 'sender' | 'payments'> | undefined> {
  return readChain(client, async () => {
    const asked = await Promise.allSettled(
      client.nodes.map(async (node) => {
        const { from, to, value } = await getTransaction(node, { hash })
        return { operator: node.name, from, to, value }
      }),
    )
    const given = asked.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    const [failure] = asked.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    if (given.length === 0) throw failure
    const same = Map.groupBy(given, ({ from, to, value }) => `${from} ${to} ${value}`)
    const agreed = [...same.values()].find((all) => operatorCount(all) >= votesNeeded(client))
    const [said] = agreed ?? []
    if (!said) return undefined
    const { from, to, value: amountBase } = said
    const payments =
      to && amountBase > 0n ? [{ from, recipient: to, amountBase, position: null }] : []
    return { sender: from, payments }
  })
}
