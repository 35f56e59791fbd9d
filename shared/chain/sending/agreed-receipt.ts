import type { Client, Hash } from 'viem'
import { operatorCount, votesNeeded } from '../nodes/operator-votes.ts'
import type { ChainClient } from '../open-chain.ts'
import { readChain } from '../read-chain.ts'

/** A transaction's receipt, as nodes of two operators have it. */
export type AgreedReceipt = {
  hash: Hash
  blockNumber: bigint
  blockHash: Hash
  isSuccess: boolean
  gasUsed: bigint
  /** Everything that the sender paid for it, data fees included. */
  feeBase: bigint
  logs: readonly ReceiptLog[]
}

type ReceiptLog = {
  address: string
  topics: readonly string[]
  data: `0x${string}`
}

type RawReceipt = NonNullable<Awaited<ReturnType<typeof request>>>

/**
 * The receipt of a mined transaction, or undefined if too few operators have the same one. Throws `ChainUnavailable` if
 * no node responds.
 */
export function agreedReceipt(client: ChainClient, hash: Hash): Promise<AgreedReceipt | undefined> {
  return readChain(client, async () => {
    const asked = await Promise.allSettled(
      client.nodes.map(async (node) => ({
        operator: node.name,
        receipt: await request(node, hash),
      })),
    )
    const given = asked.flatMap((o) => (o.status === 'fulfilled' ? [o.value] : []))
    const [failure] = asked.flatMap((o) => (o.status === 'rejected' ? [o.reason] : []))
    if (given.length === 0) throw failure
    const mined = given.flatMap(({ operator, receipt }) => (receipt ? [{ operator, receipt }] : []))
    const same = Map.groupBy(mined, ({ receipt }) => contentsOf(receipt))
    const votes = votesNeeded(client)
    const agreed = [...same.values()].find((group) => operatorCount(group) >= votes)
    return agreed?.[0] && presented(agreed[0].receipt)
  })
}

/**
 * Whether no node has a receipt of any of these transactions, and enough operators say so. Throws `ChainUnavailable` if
 * no node responds.
 */
export function isMinedNowhere(client: ChainClient, hashes: readonly Hash[]): Promise<boolean> {
  return readChain(client, async () => {
    const asked = await Promise.allSettled(
      client.nodes.map(async (node) => {
        const receipts = await Promise.all(hashes.map((hash) => request(node, hash)))
        return { operator: node.name, isMined: receipts.some((receipt) => receipt !== null) }
      }),
    )
    const given = asked.flatMap((o) => (o.status === 'fulfilled' ? [o.value] : []))
    const [failure] = asked.flatMap((o) => (o.status === 'rejected' ? [o.reason] : []))
    if (given.length === 0) throw failure
    return !given.some(({ isMined }) => isMined) && operatorCount(given) >= votesNeeded(client)
  })
}

function request(node: Client, hash: Hash) {
  return node.request({ method: 'eth_getTransactionReceipt', params: [hash] })
}

/** The fields that must be equal on all nodes. */
function contentsOf(receipt: RawReceipt): string {
  const { blockHash, blockNumber, status, gasUsed, effectiveGasPrice, logs } = receipt
  const events = logs.map(({ address, topics, data }) => [address.toLowerCase(), topics, data])
  const fees = String(dataFeesOf(receipt))
  return JSON.stringify([blockHash, blockNumber, status, gasUsed, effectiveGasPrice, fees, events])
}

function presented(receipt: RawReceipt): AgreedReceipt {
  const gasFee = BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice)
  return {
    hash: receipt.transactionHash,
    blockNumber: BigInt(receipt.blockNumber),
    blockHash: receipt.blockHash,
    isSuccess: receipt.status === '0x1',
    gasUsed: BigInt(receipt.gasUsed),
    feeBase: gasFee + dataFeesOf(receipt),
    logs: receipt.logs.map(({ address, topics, data }) => ({ address, topics, data })),
  }
}

/** The OP Stack states these beside the gas. */
function dataFeesOf(receipt: RawReceipt): bigint {
  const stated: Readonly<Record<string, unknown>> = { ...receipt }
  const fees = [stated['l1Fee'], operatorFee(stated, BigInt(receipt.gasUsed))]
  return fees.reduce<bigint>((sum, fee) => sum + amountOf(fee), 0n)
}

/** Since Jovian: a constant, and gas × scalar × 100. */
function operatorFee(stated: Readonly<Record<string, unknown>>, gasUsed: bigint): bigint {
  const scalar = amountOf(stated['operatorFeeScalar'])
  return gasUsed * scalar * 100n + amountOf(stated['operatorFeeConstant'])
}

function amountOf(value: unknown): bigint {
  if (typeof value === 'bigint') return value
  return typeof value === 'string' && /^0x[0-9a-f]+$/i.test(value) ? BigInt(value) : 0n
}
