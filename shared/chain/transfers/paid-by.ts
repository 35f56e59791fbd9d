import { getAddress, type Hash, isAddressEqual } from 'viem'
import { getTransaction } from 'viem/actions'
import { operatorCount, votesNeeded } from '../nodes/operator-votes.ts'
import type { ChainClient } from '../open-chain.ts'
import { readChain } from '../read-chain.ts'
import { agreedReceipt } from '../sending/agreed-receipt.ts'
import { transfersIn } from './transfers-in.ts'

/** What a transaction paid to one address. */
type PaidTo = { recipient: string; amountBase: bigint }

/** A transaction that is in a block, and what it paid in one asset as far as nodes show it. */
export type Paying = { isSuccess: boolean; payments: readonly PaidTo[] }

/**
 * What a transaction paid, as nodes of two operators agree. Undefined if too few of them have it. Coin that a contract
 * passed on is in no receipt, so it is missing. Throws `ChainUnavailable` if no node responds.
 */
export async function paidBy(
  client: ChainClient,
  hash: Hash,
  tokenAddress: string | null,
): Promise<Paying | undefined> {
  const receipt = await agreedReceipt(client, hash)
  if (!receipt) return undefined
  const { isSuccess } = receipt
  if (!isSuccess) return { isSuccess, payments: [] }
  if (tokenAddress === null) {
    const payments = await coinPaidBy(client, hash)
    return payments && { isSuccess, payments }
  }
  const token = getAddress(tokenAddress)
  const payments = transfersIn(receipt)
    .filter((transfer) => isAddressEqual(transfer.token, token))
    .map(({ to, amountBase }) => ({ recipient: to.toLowerCase(), amountBase }))
  return { isSuccess, payments }
}

/** Undefined if too few operators say the same. */
async function coinPaidBy(client: ChainClient, hash: Hash): Promise<PaidTo[] | undefined> {
  return readChain(client, async () => {
    const asked = await Promise.allSettled(
      client.nodes.map(async (node) => {
        const { to, value } = await getTransaction(node, { hash })
        return { operator: node.name, to, value }
      }),
    )
    const given = asked.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    const [failure] = asked.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    if (given.length === 0) throw failure
    const same = Map.groupBy(given, ({ to, value }) => `${to} ${value}`)
    const agreed = [...same.values()].find((all) => operatorCount(all) >= votesNeeded(client))
    const [said] = agreed ?? []
    if (!said) return undefined
    const { to, value } = said
    return to && value > 0n ? [{ recipient: to, amountBase: value }] : []
  })
}
