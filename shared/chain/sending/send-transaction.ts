import type { Hex } from 'viem'
import { ChainUnavailable } from '../chain-unavailable.ts'
import { rpcRefusal } from '../nodes/rpc-refusal.ts'
import type { ChainClient } from '../open-chain.ts'
import { type SendOutcome, sendOutcome } from '../rules/send-refusal.ts'

/** The nodes' reaction to a transaction, and their reason if they refused it. */
export type Sent = { outcome: SendOutcome; details: string | null }

/** The best outcome of several nodes first. */
const order: readonly SendOutcome[] = [
  'accepted',
  'known',
  'nonce_used',
  'underpriced',
  'no_funds',
  'refused',
]

/**
 * Sends a signed transaction to every node of the chain, since each has its own pool. Sending it again is harmless.
 * Throws `ChainUnavailable` if no node responded: then it may or may not have arrived.
 */
export async function sendTransaction(client: ChainClient, transaction: Hex): Promise<Sent> {
  const asked = await Promise.allSettled(client.nodes.map((node) => send(node, transaction)))
  const outcomes = asked.flatMap((o) => (o.status === 'fulfilled' ? [o.value] : []))
  const [best] = outcomes.sort((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome))
  if (best) return best
  const [cause] = asked.flatMap((o) => (o.status === 'rejected' ? [o.reason] : []))
  throw new ChainUnavailable(client.chain.chainId, 'no node took a transaction', { cause })
}

async function send(node: ChainClient['nodes'][number], transaction: Hex): Promise<Sent> {
  try {
    await node.request({ method: 'eth_sendRawTransaction', params: [transaction] })
    return { outcome: 'accepted', details: null }
  } catch (error) {
    const refusal = rpcRefusal(error)
    if (!refusal) throw error
    const details = refusal.details.slice(0, 300)
    return { outcome: sendOutcome(details), details }
  }
}
