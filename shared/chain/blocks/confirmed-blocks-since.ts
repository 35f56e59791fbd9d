import type { ChainClient } from '../open-chain.ts'
import type { BlockRange } from '../transfers/logs-in-halves.ts'
import { blockAtOrAfter } from './block-at-or-after.ts'
import { readConfirmedBlock } from './read-confirmed-block.ts'

/** A chain's clock may be behind ours, and a backup is not of one moment. */
const marginMs = 600_000

/** From ten minutes before `since` to the confirmed block; empty if there is none yet. Throws `ChainUnavailable`. */
export async function confirmedBlocksSince(
  client: ChainClient,
  since: Date,
  options: { now: Date },
): Promise<BlockRange> {
  const { number: toBlock } = await readConfirmedBlock(client, options)
  const from = new Date(since.getTime() - marginMs)
  return { fromBlock: await blockAtOrAfter(client, from, toBlock), toBlock }
}
