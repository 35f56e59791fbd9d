import { derivationGap } from '../../../shared/payments/wallet/rules/derivation-gap.ts'

/** This many derivation indices are reserved at once. */
const blockSize = 1_000

export type Reserved = {
  /** The counter's value; undefined if the table has none. */
  next: number | undefined
  /** The end of reserved indices according to the table, which is as old as its folder. */
  inTable: number | undefined
  /** The end of reserved indices according to this machine, for any of the folder's wallets. */
  onMachine: number | undefined
  /** The end of the block that this run reserved last; undefined before its first. */
  own: number | undefined
}

/**
 * Returns the next indices that may be assigned, from `start` and before `end`. A run continues after its own block.
 * Its first block, and one after another folder's with the same wallet, begins after all that was ever reserved.
 */
export function nextBlock({ next, inTable = 0, onMachine, own }: Reserved): {
  start: number
  end: number
} {
  const isAlone = own !== undefined && own === onMachine
  const known = isAlone ? 0 : Math.max(inTable, onMachine ?? 0)
  // A counter that is missing may be behind what was assigned.
  const start = next === undefined ? known + derivationGap : Math.max(next, known)
  return { start, end: (Math.floor(start / blockSize) + 1) * blockSize }
}

/** The age of a data folder at a start: an older state of it was put back, or another machine may have used it. */
export type FolderAge = 'as left' | 'put back' | 'from elsewhere'

export function folderAge({ next = 0, inTable, onMachine }: Omit<Reserved, 'own'>): FolderAge {
  const known = inTable ?? next
  if (onMachine === undefined) return known > 0 ? 'from elsewhere' : 'as left'
  return onMachine > known ? 'put back' : 'as left'
}
