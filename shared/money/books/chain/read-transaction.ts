import type { Client, Hash } from 'viem'
import * as z from 'zod'

const quantity = z
  .string()
  .regex(/^0x[\da-f]+$/i)
  .transform((text) => BigInt(text))

const receipt = z.object({
  blockNumber: quantity,
  status: quantity,
  gasUsed: quantity,
  effectiveGasPrice: quantity,
  from: z.string().toLowerCase(),
  // The OP Stack states these beside the gas.
  l1Fee: quantity.nullish(),
  operatorFeeScalar: quantity.nullish(),
  operatorFeeConstant: quantity.nullish(),
  logs: z.array(
    z.object({ address: z.string().toLowerCase(), topics: z.array(z.string()), data: z.string() }),
  ),
})

const transaction = z.object({ to: z.string().toLowerCase().nullable(), value: quantity })

/** An ERC-20 transfer as its event states it. Addresses in lower case. */
type ShownTransfer = { token: string; from: string; to: string; amountBase: bigint }

/** A mined transaction. Addresses in lower case. */
export type ShownTransaction = {
  txHash: string
  blockNumber: bigint
  from: string
  to: string | null
  /** Coin that it moved; zero if it was reverted. */
  valueBase: bigint
  isSuccess: boolean
  /** Data fees included. */
  feeBase: bigint
  transfers: readonly ShownTransfer[]
}

/** keccak256 of `Transfer(address,address,uint256)`, as EIP-20 defines it. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** A transaction as one node has it; undefined if it is not mined there. Throws viem's errors. */
export async function readTransaction(
  node: Client,
  hash: string,
): Promise<ShownTransaction | undefined> {
  const params: [Hash] = [`0x${hash.slice(2)}`]
  const [mined, sent] = await Promise.all([
    node.request({ method: 'eth_getTransactionReceipt', params }),
    node.request({ method: 'eth_getTransactionByHash', params }),
  ])
  if (mined === null || sent === null) return undefined
  const of = receipt.parse(mined)
  const { to, value } = transaction.parse(sent)
  const isSuccess = of.status === 1n
  return {
    txHash: hash,
    blockNumber: of.blockNumber,
    from: of.from,
    to,
    valueBase: isSuccess ? value : 0n,
    isSuccess,
    feeBase: of.gasUsed * of.effectiveGasPrice + dataFeesOf(of),
    transfers: of.logs.flatMap(transferOf),
  }
}

/** The fee for Ethereum's data, and the operator's since Jovian: a constant, and gas × scalar × 100. */
function dataFeesOf(of: z.output<typeof receipt>): bigint {
  const { l1Fee, operatorFeeScalar, operatorFeeConstant, gasUsed } = of
  return (l1Fee ?? 0n) + gasUsed * (operatorFeeScalar ?? 0n) * 100n + (operatorFeeConstant ?? 0n)
}

/** NFTs have the same event, with four topics. */
function transferOf({
  address: token,
  topics: [event, from, to, ...more],
  data,
}: {
  address: string
  topics: readonly string[]
  data: string
}): ShownTransfer[] {
  if (event !== transferTopic || !from || !to || more.length > 0) return []
  if (!/^0x[\da-f]{64}$/i.test(data)) return []
  return [{ token, from: addressIn(from), to: addressIn(to), amountBase: BigInt(data) }]
}

function addressIn(topic: string): string {
  return `0x${topic.slice(-40)}`.toLowerCase()
}
