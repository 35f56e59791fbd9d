import { aggregateAt } from '../balances/aggregate.ts'
import type { Word, WordCall } from '../balances/word-call.ts'
import type { NodeHead } from '../blocks/confirmed-block.ts'
import type { BlockRef } from '../blocks/read-block.ts'
import type { Chain } from '../chain.ts'
import { ChainUnavailable } from '../chain-unavailable.ts'
import { ancestorCall } from './ancestor-call.ts'
import { gather } from './gather.ts'
import { operatorCount } from './operator-votes.ts'

/** Undefined if the contract failed. */
type Amount = bigint | undefined

/** Amounts from one node, in the order asked for; undefined if it gave no response from that block. */
export type View = NodeHead & {
  headBase: readonly Amount[] | undefined
  confirmedBase: readonly Amount[] | undefined
}

type Viewing = {
  calls: readonly WordCall[]
  /** Undefined if no block is confirmed. */
  confirmed: BlockRef | undefined
  votes: number
  patienceMs: number
}

/**
 * Amounts at each node's own head and at the confirmed block: one eth_call per node, block and 1,000 amounts, all at
 * once. Throws an error of a head if no node responds from its own, else of the confirmed block if none responds from it.
 */
export async function readViews(
  chain: Chain,
  heads: readonly NodeHead[],
  { calls, confirmed, votes, patienceMs }: Viewing,
): Promise<View[]> {
  const ofHeads: unknown[] = []
  const ofConfirmed: unknown[] = []
  const orNothing = (reading: Promise<Amount[]>, errors: unknown[]) =>
    reading.catch((error: unknown) => {
      errors.push(error)
      return undefined
    })
  const asked = heads.map(async (head): Promise<View> => {
    const atHead = orNothing(amountsAtHead(chain, head, { calls, confirmed }), ofHeads)
    const isSame = confirmed?.hash === head.block.hash
    const atConfirmed =
      confirmed &&
      !isSame &&
      orNothing(amountsAt({ chain, node: head.node }, confirmed, calls), ofConfirmed)
    const [headBase, confirmedBase] = await Promise.all([atHead, isSame ? atHead : atConfirmed])
    return { ...head, headBase, confirmedBase: confirmedBase || undefined }
  })
  const isWhole = (view: View) => view.headBase && (!confirmed || view.confirmedBase)
  const isEnough = (views: readonly View[]) => operatorCount(views.filter(isWhole)) >= votes
  const { given } = await gather(asked, { isEnough, patienceMs })
  if (!given.some(({ headBase }) => headBase)) throw ofHeads[0]
  if (confirmed && !given.some(({ confirmedBase }) => confirmedBase)) throw ofConfirmed[0]
  return given
}

/** Reads its ancestor's hash at the head in the same call, which proves that both blocks are on one chain. */
async function amountsAtHead(
  chain: Chain,
  { node, block: head }: NodeHead,
  { calls, confirmed }: { calls: readonly WordCall[]; confirmed: BlockRef | undefined },
): Promise<Amount[]> {
  const hashCall = confirmed && ancestorCall(chain, head, confirmed)
  if (!hashCall) return amountsAt({ chain, node }, head, calls)
  const [hash, ...words] = await aggregateAt({ chain, node }, head, [hashCall, ...calls])
  if (!hash)
    throw new ChainUnavailable(chain.chainId, 'its node does not return hashes of older blocks')
  // Zero if the node doesn't know.
  if (hash !== confirmed.hash && BigInt(hash) !== 0n) {
    throw new ChainUnavailable(chain.chainId, 'a reorg happened while it was read')
  }
  return words.map(amountOf)
}

async function amountsAt(...asked: Parameters<typeof aggregateAt>): Promise<Amount[]> {
  return (await aggregateAt(...asked)).map(amountOf)
}

function amountOf(word: Word): Amount {
  return word === undefined ? undefined : BigInt(word)
}
