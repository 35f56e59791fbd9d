import type { BooksState } from '../../../money/books/rules/books-state.ts'
import { differenceWords } from '../../../money/books/rules/difference-words.ts'
import { check, type HealthCheck } from './health-check.ts'

type ShownDifference = {
  kind: keyof typeof differenceWords
  said: string
  shown: string
  txHash: string | null
}

/** The books of an enabled chain. */
export type ChainBooks = { name: string; books: BooksState }

export function bookChecks(chains: readonly ChainBooks[]): HealthCheck[] {
  const found = chains.flatMap(problemOf)
  if (found.length > 0) return found
  const agreeing = chains.flatMap(({ books }) => (books.state === 'agree' ? [books] : []))
  const [oldest] = agreeing.map(({ at }) => at.toISOString()).toSorted()
  if (oldest === undefined || agreeing.length < chains.length) return [check('ok', 'books_new')]
  const audited = agreeing.reduce((sum, books) => sum + books.audited, 0)
  return [check('ok', 'books_agree', { since: oldest, audited: `${audited}` })]
}

function problemOf({ name: of, books }: ChainBooks): HealthCheck[] {
  if (books.state === 'differ') {
    const { reported } = books
    const details = { of, count: `${reported.length}`, address: reported[0]?.address ?? '' }
    return [check('bad', 'books_differ', details)]
  }
  if (books.state !== 'late') return []
  const problem = books.problem ?? ''
  return books.since
    ? [check('warn', 'books_late', { of, problem, since: books.since.toISOString() })]
    : [check('warn', 'books_unread', { of, problem })]
}

/** With its transaction, if it is about one. */
export function differenceText({ kind, txHash, said, shown }: ShownDifference): string {
  const text = differenceWords[kind].replace('{said}', said).replace('{shown}', shown)
  return txHash === null ? text : `${text} (${txHash})`
}
