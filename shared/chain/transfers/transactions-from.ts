import { getAddress, type Hash, isAddressEqual, numberToHex } from 'viem'
import { isStateMissing } from '../balances/oldest-balance.ts'
import { ChainUnavailable } from '../chain-unavailable.ts'
import type { ChainClient } from '../open-chain.ts'
import { readChain } from '../read-chain.ts'
import { agreedReceipt } from '../sending/agreed-receipt.ts'
import type { BlockRange } from './logs-in-halves.ts'

/** A transaction that an address sent itself: the coin that it moved, and the fee. */
export type OwnTransaction = {
  txHash: string
  blockNumber: bigint
  /** Null if it created a contract. */
  recipient: string | null
  valueBase: bigint
  feeBase: bigint
}

/**
 * The transactions that an address sent in these blocks, found by its nonce, which leaves no log. Undefined if the node
 * no longer has the states to find them by. Throws `ChainUnavailable`.
 */
export async function transactionsFrom(
  client: ChainClient,
  address: string,
  { fromBlock, toBlock }: BlockRange,
): Promise<OwnTransaction[] | undefined> {
  const newest = await nonceAt(client, address, toBlock)
  if (newest === 0n) return []
  const oldest = fromBlock === 0n ? 0n : await nonceAt(client, address, fromBlock - 1n)
  if (newest === undefined || oldest === undefined) return undefined
  const blocks = await blocksBetween(client, address, {
    low: { block: fromBlock - 1n, nonce: oldest },
    high: { block: toBlock, nonce: newest },
  })
  if (!blocks) return undefined
  const found = await Promise.all(blocks.map((block) => sentIn(client, address, block)))
  return found.flat()
}

type Point = { block: bigint; nonce: bigint }

/** The blocks in which the nonce rose. Undefined as above. */
async function blocksBetween(
  client: ChainClient,
  address: string,
  { low, high }: { low: Point; high: Point },
): Promise<bigint[] | undefined> {
  if (low.nonce === high.nonce) return []
  if (high.block - low.block === 1n) return [high.block]
  const block = (low.block + high.block) / 2n
  const nonce = await nonceAt(client, address, block)
  if (nonce === undefined) return undefined
  const older = await blocksBetween(client, address, { low, high: { block, nonce } })
  const newer = await blocksBetween(client, address, { low: { block, nonce }, high })
  return older && newer && [...older, ...newer]
}

/** Undefined if the node no longer has the state of that block. */
async function nonceAt(
  client: ChainClient,
  address: string,
  blockNumber: bigint,
): Promise<bigint | undefined> {
  return readChain(client, async () => {
    try {
      const nonce = await client.node.request({
        method: 'eth_getTransactionCount',
        params: [getAddress(address), numberToHex(blockNumber)],
      })
      return BigInt(nonce)
    } catch (error) {
      if (isStateMissing(error)) return undefined
      throw error
    }
  })
}

async function sentIn(
  client: ChainClient,
  address: string,
  blockNumber: bigint,
): Promise<OwnTransaction[]> {
  const block = await readChain(client, () =>
    client.node.request({
      method: 'eth_getBlockByNumber',
      params: [numberToHex(blockNumber), true],
    }),
  )
  const own = (block?.transactions ?? []).flatMap((transaction) =>
    typeof transaction === 'object' && isAddressEqual(transaction.from, getAddress(address))
      ? [transaction]
      : [],
  )
  return Promise.all(own.map((transaction) => outcomeOf(client, transaction)))
}

type Sent = { hash: Hash; to: string | null; value: `0x${string}` }

async function outcomeOf(
  client: ChainClient,
  { hash: txHash, to: recipient, value }: Sent,
): Promise<OwnTransaction> {
  const receipt = await agreedReceipt(client, txHash)
  const { chainId } = client.chain
  if (!receipt) throw new ChainUnavailable(chainId, `its nodes disagree about ${txHash}`)
  const { blockNumber, feeBase, isSuccess } = receipt
  return { txHash, blockNumber, recipient, feeBase, valueBase: isSuccess ? BigInt(value) : 0n }
}
