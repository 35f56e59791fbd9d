import { getAddress, type Hash, isAddressEqual } from 'viem'
import { getTransaction } from 'viem/actions'
import type { ChainClient } from './open-chain.ts'
import { readChain } from './read-chain.ts'
import { agreedReceipt } from './sending/agreed-receipt.ts'
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
  if (tokenAddress === null) return { isSuccess, payments: await coinPaidBy(client, hash) }
  const token = getAddress(tokenAddress)
  const payments = transfersIn(receipt)
    .filter((transfer) => isAddressEqual(transfer.token, token))
    .map(({ to, amountBase }) => ({ recipient: to.toLowerCase(), amountBase }))
  return { isSuccess, payments }
}

async function coinPaidBy(client: ChainClient, hash: Hash): Promise<PaidTo[]> {
  const { to, value } = await readChain(client, () =>
    Promise.any(client.nodes.map((node) => getTransaction(node, { hash }))),
  )
  return to && value > 0n ? [{ recipient: to, amountBase: value }] : []
}
