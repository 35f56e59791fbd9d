import type { Client } from 'viem'
import { getBlock } from 'viem/actions'
import { ChainUnavailable } from '../chain-unavailable.ts'
import { askOperators } from '../nodes/ask-operators.ts'
import { commonBlock } from '../nodes/common-block.ts'
import { operatorCount, votesNeeded } from '../nodes/operator-votes.ts'
import { rpcRefusal } from '../nodes/rpc-refusal.ts'
import { usableHeads } from '../nodes/usable-heads.ts'
import type { ChainClient } from '../open-chain.ts'
import { readChain } from '../read-chain.ts'
import type { GasMarket } from '../rules/fee-rule.ts'
import { lowerOfTwo } from '../rules/of-two.ts'

type Options = { now: Date; patienceMs?: number }

/**
 * The price of gas, which no single node decides: the base fee in the header of the newest block that nodes of two
 * operators have, and beside it the lower of two operators' suggestions (of one, if only one is configured). A price that
 * is too low delays a transaction, until it is raised. Throws `ChainUnavailable`.
 */
export async function readGasMarket(client: ChainClient, options: Options): Promise<GasMarket> {
  const baseFee = await agreedBaseFee(client, options)
  const isOnePrice = client.chain.fees.pricedBy === 'gas-price' || baseFee === null
  const suggested = lowerOfTwo(await suggestions(client, isOnePrice ? priceOf : tipOf))
  return isOnePrice
    ? { baseFee, gasPrice: suggested, suggestedTip: 0n }
    : { baseFee, gasPrice: baseFee + suggested, suggestedTip: suggested }
}

/** Null on a chain without one. */
function agreedBaseFee(
  client: ChainClient,
  { now, patienceMs = 1000 }: Options,
): Promise<bigint | null> {
  return readChain(client, async () => {
    const votes = votesNeeded(client)
    const heads = await usableHeads(client, { now, withFinal: false, patienceMs })
    const block = await commonBlock(heads, { votes, patienceMs })
    if (!block) throw disagreed(client)
    const asked = await Promise.allSettled(
      heads.map(async ({ node, operator }) => {
        const { hash, baseFeePerGas } = await getBlock(node, { blockNumber: block.number })
        return { operator, hash, baseFee: baseFeePerGas ?? null }
      }),
    )
    const headers = asked.flatMap((o) => (o.status === 'fulfilled' ? [o.value] : []))
    const same = Map.groupBy(headers, ({ hash, baseFee }) => `${hash} ${baseFee}`)
    const agreed = [...same.values()].find((group) => operatorCount(group) >= votes)?.[0]
    if (!agreed) throw disagreed(client)
    return agreed.baseFee
  })
}

function disagreed({ chain }: ChainClient): ChainUnavailable {
  return new ChainUnavailable(chain.chainId, 'its nodes disagree about the base fee')
}

async function suggestions(client: ChainClient, ask: (node: Client) => Promise<bigint>) {
  const responses = await askOperators(client, ask)
  return responses.map(({ operator, given }) => ({ operator, figure: given }))
}

async function priceOf(node: Client): Promise<bigint> {
  return BigInt(await node.request({ method: 'eth_gasPrice' }))
}

async function tipOf(node: Client): Promise<bigint> {
  return BigInt(await node.request({ method: 'eth_maxPriorityFeePerGas' }).catch(withoutTips))
}

/** A chain without tips has no such method. */
function withoutTips(error: unknown): '0x0' {
  if (!rpcRefusal(error)) throw error
  return '0x0'
}
