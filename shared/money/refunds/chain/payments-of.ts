import { getAddress, isAddressEqual, isHash } from 'viem'
import { getBlock } from 'viem/actions'
import { agreedIncrease } from '../../../chain/balances/agreed-increase.ts'
import type { HexAddress } from '../../../chain/chain.ts'
import { agreedBlock } from '../../../chain/nodes/agreed-block.ts'
import type { ChainClient } from '../../../chain/open-chain.ts'
import { readChain } from '../../../chain/read-chain.ts'
import { directPayments } from '../../../chain/transfers/direct-payments.ts'
import { type PaidTo, type Paying, paidBy } from '../../../chain/transfers/paid-by.ts'
import type { FoundPayment, Refund, RefundTransfer } from '../rules/refund.ts'

/** The payments in a transaction that match the refund, or why there are none. */
export type PaymentsOf =
  | { payments: readonly FoundPayment[] }
  | { problem: 'not-mined' | 'failed' | 'too-old' | 'state-missing' }
  | { problem: 'other-payment'; paid: readonly PaidTo[] }

/**
 * The payments of a transaction that are of the refund's amount and coin, to its address, in a block from `since` on, as
 * nodes of two operators agree. Coin that a contract passed on shows only in the address's balance: there, the
 * transaction must be the only thing in its block that changed it. Throws `ChainUnavailable`.
 */
export async function paymentsOf(
  client: ChainClient,
  refund: Refund,
  { hash, since }: { hash: string; since: Date },
): Promise<PaymentsOf> {
  const paying = isHash(hash) ? await paidBy(client, hash, refund.tokenAddress) : undefined
  if (!paying) return { problem: 'not-mined' }
  if (!paying.isSuccess) return { problem: 'failed' }
  const block = await agreedBlock(client, paying.blockNumber)
  // Blocks have whole seconds.
  const earliest = Math.floor(since.getTime() / 1000) * 1000
  if (!block || block.timestamp.getTime() < earliest) return { problem: 'too-old' }
  const own = paying.payments.filter((payment) => isOf(refund, payment))
  if (own.length > 0) {
    const payments = own.map((payment) => ({
      transfer: transferOf(hash, paying, payment),
      isByBalance: false,
    }))
    return { payments }
  }
  if (
    refund.tokenAddress !== null ||
    paying.payments.some(({ recipient }) => isTo(refund, recipient))
  ) {
    return { problem: 'other-payment', paid: paying.payments }
  }
  return passedOn(client, refund, { hash, paying })
}

/** By the balance's difference, unless another transaction of the block paid it. */
async function passedOn(
  client: ChainClient,
  { address, amountBase }: Refund,
  { hash, paying }: { hash: string; paying: Paying },
): Promise<PaymentsOf> {
  const recipient = getAddress(address ?? '')
  const increase = await agreedIncrease(client, recipient, paying.blockNumber)
  if (increase === undefined) return { problem: 'state-missing' }
  if (increase !== amountBase || (await isPaidDirectly(client, recipient, paying))) {
    return { problem: 'other-payment', paid: paying.payments }
  }
  const transfer = transferOf(hash, paying, { from: paying.sender ?? '', position: null })
  return { payments: [{ transfer, isByBalance: true }] }
}

/** Whether a transaction of the block pays the address directly, and not through a contract. */
function isPaidDirectly(
  client: ChainClient,
  recipient: HexAddress,
  { blockHash }: Paying,
): Promise<boolean> {
  return readChain(client, async () => {
    const block = await getBlock(client.node, { blockHash, includeTransactions: true })
    return (await directPayments(client.node, block, recipient)).length > 0
  })
}

function isOf(refund: Refund, { recipient, amountBase }: PaidTo): boolean {
  return amountBase === refund.amountBase && isTo(refund, recipient)
}

function isTo({ address }: Refund, recipient: string): boolean {
  return address !== null && isAddressEqual(getAddress(address), getAddress(recipient))
}

function transferOf(
  txHash: string,
  { blockNumber, blockHash }: Paying,
  { from, position }: Pick<PaidTo, 'from' | 'position'>,
): RefundTransfer {
  return { txHash: txHash.toLowerCase(), position, from, blockNumber, blockHash }
}
