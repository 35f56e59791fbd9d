import type { ChainClient } from '../open-chain.ts'

/** The number of operators that must agree: two, or one if only one is configured. */
export function votesNeeded({ nodes }: ChainClient): number {
  return new Set(nodes.map(({ name }) => name)).size > 1 ? 2 : 1
}

export function operatorCount(of: readonly { operator: string }[]): number {
  return new Set(of.map(({ operator }) => operator)).size
}
