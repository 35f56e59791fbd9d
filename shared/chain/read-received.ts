import { type AddressAsset, balanceCall } from './balance-call.ts'
import { commonBlock } from './common-block.ts'
import { confirmedBlock, isConfirmedByTag } from './confirmed-block.ts'
import type { ChainClient } from './open-chain.ts'
import { votesNeeded } from './operator-votes.ts'
import type { BlockRef } from './read-block.ts'
import { readChain } from './read-chain.ts'
import { readViews, type View } from './read-views.ts'
import { throughNodes } from './through-nodes.ts'
import { usableHeads } from './usable-heads.ts'
import { type Weighed, weighViews } from './weigh-views.ts'

/** What an address holds of an asset, as the chain's nodes say it. Amounts in base units. */
export type Reading = {
  /** The chain through the nodes that can be used now, the one first whose head was believed. */
  client: ChainClient
  /** By our own clock. */
  readAt: Date
  /** The newest block of that node: money is detected here. */
  head: BlockRef
  headBase: bigint
  /** Whether nodes of two operators show that amount at their heads, if nodes of several are configured. */
  isShared: boolean
  /**
   * The newest block that nodes of two operators have, or the head if nodes of one operator are configured. Only this
   * block's time tells that a deadline is over. Undefined while there is none: nothing may be judged then.
   */
  judged: BlockRef | undefined
  /** The newest block with the required confirmations under the judged one; genesis while the chain is shorter. */
  confirmed: BlockRef
  confirmedBase: bigint
  /**
   * Whether nodes of two operators gave the confirmed amount, if nodes of several are configured. An amount must not be
   * judged while this is false.
   */
  agreed: boolean
}

export type ReadingOptions = {
  assets: readonly AddressAsset[]
  confirmations: number
  /** By our own clock: no block can be much later. */
  now: Date
  /** How long the other nodes have once enough of them responded. */
  patienceMs?: number
}

/**
 * What each address holds, in the order asked for, at the head and at the block that counts as confirmed (see
 * `confirmedBlock`), each pinned to one block by its hash. Undefined if the token's contract states no balance, see
 * `TokenUnreadable`. All nodes are asked at once, and one that does not respond is not asked again. Throws
 * `ChainUnavailable`; never a number that a node did not state for that block.
 */
export async function readReceived(
  client: ChainClient,
  { assets, confirmations, now, patienceMs = 1000 }: ReadingOptions,
): Promise<(Reading | undefined)[]> {
  return readChain(client, async () => {
    const { chain } = client
    const asking = { votes: votesNeeded(client), patienceMs }
    const withFinal = isConfirmedByTag(chain, confirmations)
    const heads = await usableHeads(client, { now, withFinal, patienceMs })
    const judged = await commonBlock(heads, asking)
    const confirmed = judged && (await confirmedBlock(heads, { judged, confirmations, ...asking }))
    const calls = assets.map((asset) => balanceCall(chain, asset))
    // Nothing is confirmed on a chain that is shorter than that, and all agree on it.
    const isShort = judged !== undefined && judged.number + 1n < BigInt(confirmations)
    const pinned = isShort ? undefined : confirmed
    const views = await readViews(chain, heads, { calls, confirmed: pinned, ...asking })
    const seen = { judged, confirmed, readAt: now }
    const through = clientsByView(client, views)
    return assets.map((_, index) => {
      const weighed = weighViews(views, index, { votes: asking.votes, judged, isShort })
      return weighed && readingOf(weighed, seen, through(weighed.witness))
    })
  })
}

type Seen = {
  readAt: Date
  judged: BlockRef | undefined
  confirmed: BlockRef | undefined
}

function readingOf(
  { witness, headBase, isShared, confirmedBase, agreed, isJudged }: Weighed,
  { judged, confirmed, readAt }: Seen,
  client: ChainClient,
): Reading {
  const head = witness.block
  const atHead = { head, headBase, isShared, judged: isJudged ? judged : undefined }
  return { client, readAt, ...atHead, confirmed: confirmed ?? head, confirmedBase, agreed }
}

/** One client for each node that is believed first. */
function clientsByView(
  client: ChainClient,
  views: readonly View[],
): (witness: View) => ChainClient {
  const byView = new Map<View, ChainClient>()
  return (witness) => {
    const known = byView.get(witness)
    if (known) return known
    const others = views.filter((view) => view !== witness)
    const through = throughNodes(
      client,
      [witness, ...others].map(({ node }) => node),
    )
    byView.set(witness, through)
    return through
  }
}
