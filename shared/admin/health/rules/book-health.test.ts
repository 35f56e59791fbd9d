import { expect, it } from 'vitest'
import type { Finding } from '../../../money/books/rules/difference.ts'
import { bookChecks, type ChainBooks, differenceText } from './book-health.ts'

const [earlier, later] = [new Date('2026-03-01T02:00Z'), new Date('2026-03-01T03:00Z')]

const agree = (name: string, at: Date): ChainBooks => ({
  name,
  books: { state: 'agree', at, audited: 5 },
})
const finding = (address: string): Finding => ({
  chainId: 1,
  sessionId: 'cs_1',
  address,
  firstSeenAt: earlier,
  checkAt: later,
  reportedAt: earlier,
  differences: [],
})

it('books agree since the chain that was compared first', () => {
  expect(bookChecks([agree('Base', later), agree('Optimism', earlier)])).toEqual([
    expect.objectContaining({
      state: 'ok',
      reason: 'books_agree',
      details: { since: earlier.toISOString(), audited: '10' },
    }),
  ])
})

it('books are new until every chain was compared once', () => {
  const fresh: ChainBooks = { name: 'Base', books: { state: 'new' } }
  for (const chains of [[], [fresh], [agree('Optimism', later), fresh]]) {
    expect(bookChecks(chains)).toEqual([
      expect.objectContaining({ state: 'ok', reason: 'books_new' }),
    ])
  }
})

it('each chain that differs or is late is named, and no other', () => {
  const late = (since: Date | null, problem: string | null): ChainBooks => ({
    name: 'Late',
    books: { state: 'late', since, problem },
  })
  const reported = [finding('0x1'), finding('0x2')]
  const checks = bookChecks([
    agree('Base', later),
    { name: 'Polygon', books: { state: 'differ', reported } },
    { name: 'Gnosis', books: { state: 'differ', reported: [] } },
    ...[late(earlier, 'slow'), late(null, null)],
  ])
  expect(checks.map(({ state, reason, of, details }) => [state, reason, of, details])).toEqual([
    ['bad', 'books_differ', 'Polygon', { count: '2', address: '0x1' }],
    ['bad', 'books_differ', 'Gnosis', { count: '0', address: '' }],
    ['warn', 'books_late', 'Late', { problem: 'slow', since: earlier.toISOString() }],
    ['warn', 'books_unread', 'Late', { problem: '' }],
  ])
})

it('a difference is in words, with its transaction if it is about one', () => {
  const nonce = { kind: 'nonce', said: '1', shown: '2' } as const
  const text = 'the address sent 2 transactions, of which 1 are known'
  expect(differenceText({ ...nonce, txHash: null })).toBe(text)
  expect(differenceText({ ...nonce, txHash: '0xab' })).toBe(`${text} (0xab)`)
})
