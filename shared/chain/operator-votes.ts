import type { ChainClient } from './open-chain.ts'

/** How many operators have to say the same: two, or the only one that is configured. */
export function votesNeeded({ nodes }: ChainClient): number {
  return new Set(nodes.map(({ name }) => name)).size > 1 ? 2 : 1
}

/** How many different operators these are of. */
export function operatorCount(of: readonly { operator: string }[]): number {
  return new Set(of.map(({ operator }) => operator)).size
}
