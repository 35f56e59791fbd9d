import { operatorCount } from './operator-votes.ts'
import type { BlockRef } from './read-block.ts'
import type { View } from './read-views.ts'

/** What the nodes say of one amount, taken together. */
export type Weighed = {
  /** The node to believe about the head. */
  witness: View
  headBase: bigint
  /** Whether enough operators show that amount at their heads. */
  isShared: boolean
  confirmedBase: bigint
  /** Whether enough operators gave the confirmed amount. Otherwise it is the largest that any gave. */
  agreed: boolean
  /** Whether enough operators that have the judged block gave the amount at their heads. */
  isJudged: boolean
}

type Weighing = {
  votes: number
  judged: BlockRef | undefined
  /** Whether the chain is too short for anything to be confirmed. */
  isShort: boolean
}

/** An amount at the node's head. */
type Sight = { view: View; base: bigint; hasSupport: boolean }

/**
 * Weighs amount `index`. Money counts as seen at the head if any node shows it. If several show different amounts, the
 * node is believed that agrees with others on the confirmed amount, then on the amount at the head, then that shows more,
 * then whose head is next to the judged block: no node that lies, or hides what others show, decides what is searched for.
 * Undefined if the token can't be read.
 */
export function weighViews(
  views: readonly View[],
  index: number,
  { votes, judged, isShort }: Weighing,
): Weighed | undefined {
  const sights = sightsOf(views, index, votes)
  const confirmed = confirmedAmount(views, index, votes)
  const bestOf = (among: readonly Sight[]) => among.toSorted(betterFirst(judged))[0]
  const agreeing = sights.filter(
    ({ view }) => confirmed?.agreed && view.confirmedBase?.[index] === confirmed.confirmedBase,
  )
  const best = bestOf(agreeing) ?? bestOf(sights)
  const sight = best?.base === 0n ? (bestOf(sights.filter(({ base }) => base > 0n)) ?? best) : best
  const having = sights.filter(({ view }) => judged && view.block.number >= judged.number)
  const isJudged = operatorCount(having.map(({ view }) => view)) >= votes
  // With nothing to ask for, nothing is confirmed.
  const isAsked = judged !== undefined && !isShort
  const amount = confirmed ?? (isAsked ? undefined : { confirmedBase: 0n, agreed: isShort })
  if (!sight || !amount) return undefined
  const { view: witness, base: headBase, hasSupport: isShared } = sight
  return { witness, headBase, isShared, ...amount, isJudged }
}

function sightsOf(views: readonly View[], index: number, votes: number): Sight[] {
  const seen = views.flatMap((view) => {
    const base = view.headBase?.[index]
    return base === undefined ? [] : [{ view, base }]
  })
  return seen.map(({ view, base }) => {
    const same = seen.filter((other) => other.base === base)
    return { view, base, hasSupport: operatorCount(same.map((other) => other.view)) >= votes }
  })
}

function betterFirst(judged: BlockRef | undefined): (a: Sight, b: Sight) => number {
  return (a, b) => {
    if (a.hasSupport !== b.hasSupport) return a.hasSupport ? -1 : 1
    if (a.base !== b.base) return a.base > b.base ? -1 : 1
    const [aNumber, bNumber] = [a.view.block.number, b.view.block.number]
    if (!judged) return Number(bNumber - aNumber)
    return distance(aNumber, judged.number) - distance(bNumber, judged.number)
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
  // Money that only one node shows must not be taken for gone.
  const [most = 0n] = [...same.keys()].sort((a, b) => (a > b ? -1 : 1))
  return { confirmedBase: most, agreed: false }
}
