import type { Mode } from '../../kernel/mode.ts'
import type { Table } from '../../kernel/store/table.ts'
import { nextDerivationIndex } from './store/derivation-counter.ts'

export type DerivationIndices = {
  /** An index that no session has. */
  take: (mode: Mode) => Promise<number>
  /** Returns an index that certainly no session uses, for the next request. */
  release: (mode: Mode, index: Promise<number>) => void
}

/**
 * Derivation indices for one process. An index is taken while the order is still being read, which saves a round trip.
 * If the request is then rejected, the index is kept for the next request instead of being skipped.
 */
export function derivationIndices(table: Table): DerivationIndices {
  const spare = { live: new Set<Promise<number>>(), test: new Set<Promise<number>>() }
  return {
    take: (mode) => {
      const [kept] = spare[mode]
      if (kept === undefined) return nextDerivationIndex(table, mode)
      spare[mode].delete(kept)
      return kept
    },
    release: (mode, index) => {
      spare[mode].add(index)
      // Taking it failed, so there is nothing to keep; whoever awaits it gets the error.
      index.catch(() => spare[mode].delete(index))
    },
  }
}
