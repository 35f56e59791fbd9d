import type { BlockRef } from '../blocks/read-block.ts'
import { operatorCount } from './operator-votes.ts'
import type { View } from './read-views.ts'

export type Weighed = {
  /** The node whose head is trusted. */
  witness: View
  headBase: bigint
  /** Whether enough operators show that amount at their heads. */
  isShared: boolean
  confirmedBase: bigint
  /** Whether enough operators returned the confirmed amount. Otherwise it is the largest that any returned. */
  agreed: boolean
  /** Whether enough operators that have the quorum block returned an amount at their heads. */
  hasQuorum: boolean
}

type Weighing = {
  votes: number
  quorumBlock: BlockRef | undefined
  /** Whether the chain is too short for anything to be confirmed. */
  isShort: boolean
}

type HeadAmount = { view: View; base: bigint; hasSupport: boolean }

/**
 * Combines the nodes' views of amount `index`. Money counts as seen at the head if any node shows it. If nodes show
 * different amounts, the trusted node is the one that agrees with others on the confirmed amount, then on the amount at
 * the head, then the one that shows more, then the one whose head is closest to the quorum block. So no node that lies,
 * or hides what others show, decides what is searched for. Undefined if the token can't be read.
 */
export function weighViews(
  views: readonly View[],
  index: number,
  { votes, quorumBlock, isShort }: Weighing,
): Weighed | undefined {
  const amounts = headAmounts(views, index, votes)
  const confirmed = confirmedAmount(views, index, votes)
  const bestOf = (among: readonly HeadAmount[]) => among.toSorted(betterFirst(quorumBlock))[0]
  const agreeing = amounts.filter(
    ({ view }) => confirmed?.agreed && view.confirmedBase?.[index] === confirmed.confirmedBase,
  )
  const best = bestOf(agreeing) ?? bestOf(amounts)
  const shown = best?.base === 0n ? (bestOf(amounts.filter(({ base }) => base > 0n)) ?? best) : best
  const having = amounts.filter(
    ({ view }) => quorumBlock && view.block.number >= quorumBlock.number,
  )
  const hasQuorum = operatorCount(having.map(({ view }) => view)) >= votes
  // Without a block to ask about, nothing is confirmed.
  const isAsked = quorumBlock !== undefined && !isShort
  const amount = confirmed ?? (isAsked ? undefined : { confirmedBase: 0n, agreed: isShort })
  if (!shown || !amount) return undefined
  const { view: witness, base: headBase, hasSupport: isShared } = shown
  return { witness, headBase, isShared, ...amount, hasQuorum }
}

function headAmounts(views: readonly View[], index: number, votes: number): HeadAmount[] {
  const seen = views.flatMap((view) => {
    const base = view.headBase?.[index]
    return base === undefined ? [] : [{ view, base }]
  })
  return seen.map(({ view, base }) => {
    const same = seen.filter((other) => other.base === base)
    return { view, base, hasSupport: operatorCount(same.map((other) => other.view)) >= votes }
  })
}

function betterFirst(quorumBlock: BlockRef | undefined): (a: HeadAmount, b: HeadAmount) => number {
  return (a, b) => {
    if (a.hasSupport !== b.hasSupport) return a.hasSupport ? -1 : 1
    if (a.base !== b.base) return a.base > b.base ? -1 : 1
    const [aNumber, bNumber] = [a.view.block.number, b.view.block.number]
    if (!quorumBlock) return Number(bNumber - aNumber)
    return distance(aNumber, quorumBlock.number) - distance(bNumber, quorumBlock.number)
  }
}

function distance(a: bigint, b: bigint): number {
  return Math.abs(Number(a - b))
}

function confirmedAmount(
  views: readonly View[],
  index: number,
  votes: number,
): Pick<Weighed, 'confirmedBase' | 'agreed'> | undefined {
  const stated = views.flatMap(({ operator, confirmedBase }) => {
    const base = confirmedBase?.[index]
    return base === undefined ? [] : [{ operator, base }]
  })
  const same = Map.groupBy(stated, ({ base }) => base)
  const agreed = [...same].find(([, group]) => operatorCount(group) >= votes)
  if (agreed) return { confirmedBase: agreed[0], agreed: true }
  if (stated.length === 0) return undefined
  // Money that only one node shows must not count as gone.
  const [most = 0n] = [...same.keys()].sort((a, b) => (a > b ? -1 : 1))
  return { confirmedBase: most, agreed: false }
}
