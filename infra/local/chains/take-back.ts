import type { Hash } from 'viem'
import { getBlockNumber, getTransactionReceipt } from 'viem/actions'
import { callNode, ignored } from './call-node.ts'
import { type ChainAddress, localClient } from './local-client.ts'

const maxAttempts = 5

/**
 * Reorgs the chain from a transaction's block on. The blocks that replace the old ones are empty: other transactions in them
 * are gone, too.
 */
export async function takeBack(chain: ChainAddress, txHash: Hash, attempt = 1): Promise<void> {
  const client = localClient(chain)
  const { blockNumber } = await getTransactionReceipt(client, { hash: txHash })
  const depth = Number((await getBlockNumber(client)) - blockNumber) + 1
  await callNode(chain.rpcUrl, { method: 'anvil_reorg', params: [depth, []] }, ignored)
  // A block that was mined in between makes the reorg too short.
  const remains = await getTransactionReceipt(client, { hash: txHash }).catch(() => undefined)
  if (!remains) return
  if (attempt === maxAttempts) throw new Error(`The transaction ${txHash} stayed on the chain.`)
  await takeBack(chain, txHash, attempt + 1)
}
