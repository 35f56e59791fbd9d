import type { Mode } from '../kernel/mode.ts'
import type { Table } from '../kernel/store/table.ts'
import { nextDerivationIndex } from './store/derivation-counter.ts'

export type DerivationIndices = {
  /** An index that no session has. */
  take: (mode: Mode) => Promise<number>
  /** Returns one that is certain to be in no session: the next one to ask gets it. */
  giveBack: (mode: Mode, index: Promise<number>) => void
}

/**
 * Derivation indices for one process. An index is taken while the order is still being read, which saves a round trip, so
 * a request that is refused has one already. It is kept for the next request instead of being skipped.
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
    giveBack: (mode, index) => {
      spare[mode].add(index)
      // It was never taken, so there is nothing to keep; whoever waits for it learns why.
      index.catch(() => spare[mode].delete(index))
    },
  }
}
