import { readBlock } from '../../chain/blocks/read-block.ts'
import type { ChainClient } from '../../chain/open-chain.ts'
import { readChain } from '../../chain/read-chain.ts'
import type { Table } from '../../kernel/store/table.ts'
import { loadCheckoutSession } from '../../payments/checkout-sessions/store/sessions.ts'
import type { Lost } from './lost-sweeps-on.ts'

/** An address's movements for its session; `foreign` ones are older than it, for another session, which is lost. */
export type ByCreation = { own: Lost[]; foreign: Lost[] }

/**
 * Separates movements by their blocks' times. An address has an earlier movement only if it was assigned twice, and
 * that money never pays the session that has the address now. Throws `ChainUnavailable`.
 */
export async function byCreation(
  table: Table,
  client: ChainClient,
  movements: readonly Lost[],
): Promise<ByCreation> {
  const result: ByCreation = { own: [], foreign: [] }
  for (const ofSession of Map.groupBy(movements, ({ of }) => of.sessionId).values()) {
    const [first] = ofSession
    const session = first && (await loadCheckoutSession(table, first.of.mode, first.of.sessionId))
    for (const lost of ofSession) {
      const { blockNumber } = lost.movement
      const { timestamp } = await readChain(client, () => readBlock(client.node, blockNumber))
      const isForeign = session !== undefined && timestamp < session.createdAt
      result[isForeign ? 'foreign' : 'own'].push(lost)
    }
  }
  return result
}
