import { setTimeout } from 'node:timers/promises'
import { type Client, createClient, custom, fallback } from 'viem'
import type { ChainClient } from './open-chain.ts'
import { readBlock } from './read-block.ts'

/**
 * The client, with the node first that knows the newest block: one that stands still answers like any other, and money
 * would stay unseen behind it. Once a node has answered, the others have `patienceMs` left. The same client where only
 * one node is configured or none answers.
 */
export async function newestNodeFirst(
  client: ChainClient,
  { patienceMs = 1000 }: { patienceMs?: number } = {},
): Promise<ChainClient> {
  if (client.nodes.length < 2) return client
  const heads = await headsOf(client.nodes, patienceMs)
  const headOf = (node: Client) => heads.get(node) ?? -1n
  const order = client.nodes.toSorted((a, b) => Number(headOf(b) - headOf(a)))
  const transports = order.map((node) => custom({ request: node.request }, { retryCount: 0 }))
  return { ...client, node: createClient({ transport: fallback(transports, { retryCount: 1 }) }) }
}

/** Of those that answered in time. */
async function headsOf(
  nodes: readonly Client[],
  patienceMs: number,
): Promise<ReadonlyMap<Client, bigint>> {
  const heads = new Map<Client, bigint>()
  const answers = nodes.map(async (node) => {
    heads.set(node, (await readBlock(node)).number)
  })
  const isTime = Promise.any(answers).then(
    () => setTimeout(patienceMs, undefined, { ref: false }),
    () => undefined,
  )
  await Promise.race([Promise.allSettled(answers), isTime])
  return heads
}
