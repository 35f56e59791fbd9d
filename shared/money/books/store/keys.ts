import type { Mode } from '../../../kernel/mode.ts'
import type { Key } from '../../../kernel/store/keys.ts'

export const bookKeys = {
  /** Progress of comparing the books of a chain with it. */
  bookRounds: (mode: Mode, chainId: number | ''): Key => ({
    pk: `${mode}#books`,
    sk: `rounds#${chainId}`,
  }),
  /** Differences between the books of one address and its chain. */
  bookFinding: (mode: Mode, chainId: number | '', sessionId: string): Key => ({
    pk: `${mode}#books`,
    sk: chainId === '' ? 'finding#' : `finding#${chainId}#${sessionId}`,
  }),
  /** An owner's explanation why the books of an address differ. */
  bookAcknowledgment: (mode: Mode, findingId: string): Key => ({
    pk: `${mode}#book-acknowledgments`,
    sk: findingId,
  }),
  /** An operator's order to compare the books of a period. */
  bookOrder: (mode: Mode): Key => ({ pk: `${mode}#book-order`, sk: 'order' }),
} as const
