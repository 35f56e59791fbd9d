import { balanceCall } from '../../../chain/balances/balance-call.ts'
import type { Reading } from '../../../chain/balances/read-received.ts'
import { lastBlockUntil } from '../../../chain/blocks/last-block-until.ts'
import type { BlockRef } from '../../../chain/blocks/read-block.ts'
import { ChainUnavailable } from '../../../chain/chain-unavailable.ts'
import { agreedBlock } from '../../../chain/nodes/agreed-block.ts'
import { agreedWord } from '../../../chain/nodes/agreed-word.ts'
import type { CheckoutSession } from '../../checkout-sessions/rules/checkout-session.ts'
import { type AddressMovement, receivedBase } from '../rules/address-movement.ts'
import { isInTime } from '../rules/count-transfers.ts'
import type { Transfer } from '../rules/transfer.ts'

type Received = {
  session: CheckoutSession
  /** Received amounts, not balances. */
  reading: Reading
  movements: readonly AddressMovement[]
  /** Current transfers of the session's asset. */
  transfers: readonly Transfer[]
}

/**
 * The amount that a session's address received in blocks up to `deadline`, as nodes of two operators agree, so that no
 * single node decides when money came. It is derived from the balance after the last of those blocks. If too few nodes
 * have kept that state, it is the sum of the transfers whose blocks are agreed to be that old. Undefined until an
 * agreed block is past the deadline. Throws `ChainUnavailable`.
 */
export async function receivedUntil(
  received: Received,
  deadline: Date,
): Promise<bigint | undefined> {
  const { quorumBlock, headBase } = received.reading
  if (!quorumBlock || isInTime(quorumBlock.timestamp, deadline)) return undefined
  if (headBase === 0n) return 0n
  const last = await lastBlockUntil(received.reading.client, deadline, quorumBlock)
  return (last && (await receivedAt(received, last))) ?? sumUntil(received, deadline)
}

/** Undefined if too few nodes agree on the balance at that time. */
async function receivedAt(
  { session: { address, lock }, reading: { client }, movements }: Received,
  block: BlockRef,
): Promise<bigint | undefined> {
  const call = balanceCall(client.chain, { address, token: lock.tokenAddress })
  try {
    const word = await agreedWord(client, call, block)
    return word === undefined ? undefined : receivedBase(BigInt(word), movements, block.number)
  } catch (error) {
    if (error instanceof ChainUnavailable) return undefined
    throw error
  }
}

async function sumUntil(
  { reading: { client }, transfers }: Received,
  deadline: Date,
): Promise<bigint> {
  const numbers = [...new Set(transfers.map(({ blockNumber }) => blockNumber))]
  const blocks = await Promise.all(numbers.map((number) => agreedBlock(client, number)))
  const agreed = new Map(numbers.map((number, index) => [number, blocks[index]]))
  const inTime = transfers.filter((transfer) => {
    const block = agreed.get(transfer.blockNumber)
    if (block && block.hash !== transfer.blockHash) {
      throw new ChainUnavailable(client.chain.chainId, 'a payment is not in the block it was in')
    }
    // Money without a transaction may count from before its block; and nodes forget old blocks.
    const isDated = transfer.txHash === null || !block
    return isInTime(isDated ? transfer.blockTime : block.timestamp, deadline)
  })
  return inTime.reduce((sum, { amountBase }) => sum + amountBase, 0n)
}
