import { getBlock } from 'viem/actions'
import type { ChainClient } from '../open-chain.ts'
import { readChain } from '../read-chain.ts'
import { rpcRefusal } from '../rpc-refusal.ts'
import type { GasMarket } from '../rules/fee-rule.ts'

/**
 * What a node reports about the price of gas. One node's word: a wrong price delays a transaction, or is refused by the
 * rule on fees. Throws `ChainUnavailable`.
 */
export function readGasMarket(client: ChainClient): Promise<GasMarket> {
  const { node } = client
  return readChain(client, async () => {
    const [{ baseFeePerGas }, gasPrice, suggestedTip] = await Promise.all([
      getBlock(node),
      node.request({ method: 'eth_gasPrice' }),
      node.request({ method: 'eth_maxPriorityFeePerGas' }).catch(withoutTips),
    ])
    const baseFee = baseFeePerGas ?? null
    return { baseFee, gasPrice: BigInt(gasPrice), suggestedTip: BigInt(suggestedTip) }
  })
}

/** A chain without tips has no such method. */
function withoutTips(error: unknown): '0x0' {
  if (!rpcRefusal(error)) throw error
  return '0x0'
}
