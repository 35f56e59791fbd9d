import { getAddress } from 'viem'
import type { ChainClient } from '../../../chain/open-chain.ts'
import { listedTokenLogs } from '../../../chain/transfers/listed-token-logs.ts'
import type { BlockRange } from '../../../chain/transfers/logs-in-halves.ts'
import { transactionsFrom } from '../../../chain/transfers/transactions-from.ts'
import { larger } from '../../../kernel/money.ts'
import type { Refund } from '../rules/refund.ts'

/**
 * The payments, in the order of the blocks, from one of the senders that match one of the refunds: tokens by their
 * events, coins by the senders' own transactions. A contract's coins show in neither. A node's response only tells
 * where to look. Throws `ChainUnavailable`.
 */
export async function outgoingPayments(
  client: ChainClient,
  { senders, refunds }: { senders: readonly string[]; refunds: readonly Refund[] },
  range: BlockRange,
): Promise<OutgoingPayment[]> {
  const wanted = new Set(refunds.map(paymentName))
  const [tokens, coins] = await Promise.all([
    tokenPayments(client, senders, range),
    refunds.some(({ tokenAddress }) => tokenAddress === null)
      ? coinPayments(client, senders, range)
      : [],
  ])
  return [...tokens, ...coins]
    .map((each) => ({ ...each, payment: paymentName(each) }))
    .filter(({ payment }) => wanted.has(payment))
    .toSorted((one, other) => Number(one.blockNumber - other.blockNumber))
}

/** A transaction that seems to make the payment of this name. */
export type OutgoingPayment = { txHash: string; payment: string }

type Paid = Pick<Refund, 'tokenAddress' | 'address' | 'amountBase'>
type Outgoing = Paid & { txHash: string; blockNumber: bigint }

/** Equal for a refund and the transfer that pays it. */
export function paymentName({ tokenAddress, address, amountBase }: Paid): string {
  return `${tokenAddress} ${address} ${amountBase}`.toLowerCase()
}

async function tokenPayments(
  client: ChainClient,
  senders: readonly string[],
  range: BlockRange,
): Promise<Outgoing[]> {
  const from = senders.map((sender) => getAddress(sender))
  const logs = await listedTokenLogs(client, { from }, range)
  return logs.map(({ address: tokenAddress, args, transactionHash: txHash, blockNumber }) => {
    const { to: address, value: amountBase } = args
    return { tokenAddress, address, amountBase, txHash, blockNumber }
  })
}

/** Even nodes without an archive have the states of this many blocks. */
const recentBlocks = 120n

async function coinPayments(
  client: ChainClient,
  senders: readonly string[],
  { fromBlock, toBlock }: BlockRange,
): Promise<Outgoing[]> {
  const recent = larger(fromBlock, toBlock - recentBlocks)
  const sent = await Promise.all(
    senders.map(
      async (sender) =>
        (await transactionsFrom(client, sender, { fromBlock, toBlock })) ??
        // What is older was searched in earlier rounds, while it was recent.
        transactionsFrom(client, sender, { fromBlock: recent, toBlock }),
    ),
  )
  return sent.flatMap((own = []) =>
    own.map(({ txHash, blockNumber, recipient: address, valueBase: amountBase }) => {
      return { tokenAddress: null, address, amountBase, txHash, blockNumber }
    }),
  )
}
