import { confirmedBlock, isConfirmedByTag } from '../blocks/confirmed-block.ts'
import type { BlockRef } from '../blocks/read-block.ts'
import { commonBlock } from '../nodes/common-block.ts'
import { votesNeeded } from '../nodes/operator-votes.ts'
import { readViews, type View } from '../nodes/read-views.ts'
import { throughNodes } from '../nodes/through-nodes.ts'
import { usableHeads } from '../nodes/usable-heads.ts'
import { type Weighed, weighViews } from '../nodes/weigh-views.ts'
import type { ChainClient } from '../open-chain.ts'
import { readChain } from '../read-chain.ts'
import { type AddressAsset, balanceCall } from './balance-call.ts'

/** An address's balances of an asset according to the chain's nodes, in base units. */
export type Reading = {
  /** The chain through the nodes that can be used now, starting with the one whose head was trusted. */
  client: ChainClient
  /** By our own clock. */
  readAt: Date
  /** The newest block of that node: money is detected here. */
  head: BlockRef
  headBase: bigint
  /** Whether nodes of two operators show that amount at their heads, if nodes of several are configured. */
  isShared: boolean
  /**
   * The newest block that nodes of two operators have, or the head if nodes of only one operator are configured. Only
   * this block's time proves that a deadline has passed. Undefined while there is none: nothing may be decided then.
   */
  quorumBlock: BlockRef | undefined
  /** The newest block with the required confirmations under the quorum block; genesis while the chain is shorter. */
  confirmed: BlockRef
  confirmedBase: bigint
  /**
   * Whether nodes of two operators returned the confirmed amount, if nodes of several are configured. Nothing may be
   * decided from the amount while this is false.
   */
  agreed: boolean
}

export type ReadingOptions = {
  assets: readonly AddressAsset[]
  confirmations: number
  /** Our own time: no block can be much later. */
  now: Date
  /** Time to wait for the other nodes once enough of them have responded. */
  patienceMs?: number
}

/**
 * The balances of each address, in the order asked for, at the head and at the block that counts as confirmed (see
 * `confirmedBlock`), each pinned to one block by its hash. Undefined if the token's contract returns no balance, see
 * `TokenUnreadable`. All nodes are asked at once, and one that doesn't respond is not asked again. Throws
 * `ChainUnavailable`. Every amount is one that a node returned for exactly that block.
 */
export async function readReceived(
  client: ChainClient,
  { assets, confirmations, now, patienceMs = 1000 }: ReadingOptions,
): Promise<(Reading | undefined)[]> {
  return readChain(client, async () => {
    const { chain } = client
    const quorum = { votes: votesNeeded(client), patienceMs }
    const withFinal = isConfirmedByTag(chain, confirmations)
    const heads = await usableHeads(client, { now, withFinal, patienceMs })
    const quorumBlock = await commonBlock(heads, quorum)
    const confirmed =
      quorumBlock && (await confirmedBlock(heads, { quorumBlock, confirmations, ...quorum }))
    const calls = assets.map((asset) => balanceCall(chain, asset))
    // On a chain shorter than the required confirmations, nothing is confirmed, and no node disputes it.
    const isShort = quorumBlock !== undefined && quorumBlock.number + 1n < BigInt(confirmations)
    const pinned = isShort ? undefined : confirmed
    const views = await readViews(chain, heads, { calls, confirmed: pinned, ...quorum })
    const seen = { quorumBlock, confirmed, readAt: now }
    const through = clientsByView(client, views)
    return assets.map((_, index) => {
      const weighed = weighViews(views, index, { votes: quorum.votes, quorumBlock, isShort })
      return weighed && readingOf(weighed, seen, through(weighed.witness))
    })
  })
}

type Seen = {
  readAt: Date
  quorumBlock: BlockRef | undefined
  confirmed: BlockRef | undefined
}

function readingOf(
  { witness, headBase, isShared, confirmedBase, agreed, hasQuorum }: Weighed,
  { quorumBlock, confirmed, readAt }: Seen,
  client: ChainClient,
): Reading {
  const head = witness.block
  const atHead = { head, headBase, isShared, quorumBlock: hasQuorum ? quorumBlock : undefined }
  return { client, readAt, ...atHead, confirmed: confirmed ?? head, confirmedBase, agreed }
}

/** One client per node that is trusted first. */
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
