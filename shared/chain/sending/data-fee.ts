import { type Client, decodeAbiParameters, encodeFunctionData, parseAbi } from 'viem'
import type { HexAddress } from '../chain.ts'
import { askOperators } from '../nodes/ask-operators.ts'
import type { ChainClient } from '../open-chain.ts'
import { lowerOfTwo } from '../rules/of-two.ts'

/** At one address on every chain of the OP Stack. */
const gasPriceOracle = '0x420000000000000000000000000000000000000F'

const oracle = parseAbi([
  'function getL1FeeUpperBound(uint256 unsignedTxSize) view returns (uint256)',
  'function getOperatorFee(uint256 gasUsed) view returns (uint256)',
])

/**
 * The amount to set aside for the fees that the OP Stack charges beside gas, in wei: one and a half times what its
 * oracle states, since they follow Ethereum's gas price until the transaction is mined. It is the lower of the readings
 * of two operators' nodes: with too little, a transaction is refused, but too much would stay behind unnoticed. 0n on
 * other chains. Throws `ChainUnavailable`.
 */
export async function readDataFee(
  client: ChainClient,
  { bytes, gas }: { bytes: number; gas: bigint },
): Promise<bigint> {
  if (client.chain.fees.dataFee !== 'op-stack') return 0n
  const responses = await askOperators(client, async (node) => {
    const [data, operator] = await Promise.all([
      call(node, 'getL1FeeUpperBound', BigInt(bytes)),
      call(node, 'getOperatorFee', gas),
    ])
    return data + operator
  })
  const stated = responses.map(({ operator, given }) => ({ operator, figure: given }))
  return (lowerOfTwo(stated) * 3n) / 2n
}

async function call(
  node: Client,
  functionName: 'getL1FeeUpperBound' | 'getOperatorFee',
  argument: bigint,
): Promise<bigint> {
  const to: HexAddress = gasPriceOracle
  const data = encodeFunctionData({ abi: oracle, functionName, args: [argument] })
  const result = await node.request({ method: 'eth_call', params: [{ to, data }, 'latest'] })
  const [fee] = decodeAbiParameters([{ type: 'uint256' }], result)
  return fee
}
