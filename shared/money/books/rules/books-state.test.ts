import { expect, it } from 'vitest'
import { booksState as stateOf } from './books-state.ts'
import { type Finding, findingId } from './difference.ts'
import type { BookRounds } from './round.ts'

const endedAt = new Date('2026-03-10T02:10Z')
const later = (hours: number) => new Date(endedAt.getTime() + hours * 3_600_000)

const rounds = (changes: Partial<BookRounds> = {}): BookRounds => ({
  chainId: 1,
  round: null,
  ordered: null,
  problem: null,
  daily: {
    kind: 'daily',
    from: endedAt,
    to: endedAt,
    startedAt: endedAt,
    finishedAt: endedAt,
    audited: 12,
  },
  ...changes,
})

const finding = (reportedAt: Date | null): Finding => ({
  chainId: 1,
  sessionId: 'cs_1',
  address: '0x1',
  firstSeenAt: endedAt,
  checkAt: endedAt,
  reportedAt,
  differences: [],
})

const booksState = (of: BookRounds | undefined, findings: readonly Finding[], now: Date) =>
  stateOf({ rounds: of, findings, acknowledgments: [], setUpAt: endedAt }, now)

it('agrees as of the last round, for 50 hours', () => {
  const agree = { state: 'agree', at: endedAt, audited: 12 }
  expect(booksState(rounds(), [finding(null)], later(49))).toEqual(agree)
  expect(booksState(rounds({ problem: 'slow' }), [], later(49))).toEqual(agree)
  expect(booksState(rounds({ problem: 'slow' }), [], later(50))).toEqual({
    state: 'late',
    since: endedAt,
    problem: 'slow',
  })
})

it('is new before the first round has ended, and late if that can not be', () => {
  expect(booksState(undefined, [], endedAt)).toEqual({ state: 'new' })
  expect(booksState(rounds({ daily: null }), [], endedAt)).toEqual({ state: 'new' })
  expect(booksState(rounds({ daily: null, problem: 'gone' }), [], endedAt)).toEqual({
    state: 'late',
    since: null,
    problem: 'gone',
  })
})

it('is late if no round ever ended, and nothing says why', () => {
  expect(booksState(undefined, [], later(49))).toEqual({ state: 'new' })
  expect(booksState(undefined, [], later(50))).toEqual({
    state: 'late',
    since: null,
    problem: null,
  })
})

it('differs while anything is reported, whatever else', () => {
  const reported = [finding(endedAt)]
  expect(booksState(undefined, [...reported, finding(null)], later(99))).toEqual({
    state: 'differ',
    reported,
  })
})

it('agrees apart from what the owner acknowledged, as long as it is the same', () => {
  const [known, other] = [finding(endedAt), { ...finding(endedAt), sessionId: 'cs_2' }]
  const acknowledged = { findingId: findingId(known), note: 'explained', acknowledgedAt: endedAt }
  const state = (...findings: Finding[]) => {
    const of = { rounds: rounds(), findings, acknowledgments: [acknowledged], setUpAt: endedAt }
    return stateOf(of, endedAt)
  }
  expect(state(known)).toMatchObject({ state: 'agree' })
  expect(state(known, other)).toEqual({ state: 'differ', reported: [other] })
})
