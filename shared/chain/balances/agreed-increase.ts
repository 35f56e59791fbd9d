import { operatorCount, votesNeeded } from '../nodes/operator-votes.ts'
import type { ChainClient } from '../open-chain.ts'
import { readChain } from '../read-chain.ts'
import { balanceAt } from './balance-at.ts'
import { isStateMissing } from './oldest-balance.ts'

/**
 * By how much an address's balance of the native coin grew in a block (negative if it fell), as nodes of two operators
 * agree. Undefined if too few of them still have the states. Throws `ChainUnavailable` if no node responds.
 */
export function agreedIncrease(
  client: ChainClient,
  address: string,
  blockNumber: bigint,
): Promise<bigint | undefined> {
  return readChain(client, async () => {
    const asked = await Promise.allSettled(
      client.nodes.map(async (node) => {
        const of = { address, token: null }
        const [after, before] = await Promise.all([
          balanceAt(node, of, { blockNumber }),
          balanceAt(node, of, { blockNumber: blockNumber - 1n }),
        ])
        return { operator: node.name, increase: after - before }
      }),
    )
    const given = asked.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    const failures = asked.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    const failure = failures.find((error) => !isStateMissing(error))
    if (given.length === 0 && failure !== undefined) throw failure
    const same = Map.groupBy(given, ({ increase }) => increase)
    const agreed = [...same].find(([, group]) => operatorCount(group) >= votesNeeded(client))
    return agreed?.[0]
  })
}
