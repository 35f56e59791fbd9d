import type { Mode } from '../../../kernel/mode.ts'
import type { Key } from '../../../kernel/store/keys.ts'

export const bookKeys = {
  /** How far the books of a chain were compared with it. */
  bookRounds: (mode: Mode, chainId: number | ''): Key => ({
    pk: `${mode}#books`,
    sk: `rounds#${chainId}`,
  }),
  /** How the books of one address differ from its chain. */
  bookFinding: (mode: Mode, chainId: number | '', sessionId: string): Key => ({
    pk: `${mode}#books`,
    sk: chainId === '' ? 'finding#' : `finding#${chainId}#${sessionId}`,
  }),
  /** That an owner knows why the books of an address differ. */
  bookAcknowledgment: (mode: Mode, findingId: string): Key => ({
    pk: `${mode}#book-acknowledgments`,
    sk: findingId,
  }),
  /** An operator's order to compare the books of a period. */
  bookOrder: (mode: Mode): Key => ({ pk: `${mode}#book-order`, sk: 'order' }),
} as const
