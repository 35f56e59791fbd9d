import { describe, expect, it } from 'vitest'
import { dayAfter, nextPhase, olderDays, type Round, roundDue } from './round.ts'

const at = (text: string) => new Date(`${text}Z`)
const never = { daily: null, ordered: null }

const days = (from: string, to: string) =>
  olderDays({ from: at(`${from}T00:00`), to: at(`${to}T00:00`) }).map((day) =>
    day.toISOString().slice(0, 10),
  )

const ended = ({ from, to, startedAt, kind }: Round) => ({
  ...never,
  [kind]: { kind, from, to, startedAt, audited: 0, finishedAt: startedAt },
})

describe('the round that is due', () => {
  it('is of the day before, two hours after midnight', () => {
    expect(roundDue(never, undefined, at('2026-03-10T01:59'))).toMatchObject({
      kind: 'daily',
      phase: 'moved',
      cursor: null,
      audited: 0,
      from: at('2026-03-08T00:00'),
      to: at('2026-03-09T00:00'),
    })
    expect(roundDue(never, undefined, at('2026-03-10T02:00'))).toMatchObject({
      from: at('2026-03-09T00:00'),
      to: at('2026-03-10T00:00'),
    })
  })

  it('comes once a day, and covers the days that were missed', () => {
    const first = roundDue(never, undefined, at('2026-03-10T02:00'))
    if (!first) throw new Error('it is due')
    expect(roundDue(ended(first), undefined, at('2026-03-11T01:59'))).toBeUndefined()
    expect(roundDue(ended(first), undefined, at('2026-03-14T09:00'))).toMatchObject({
      from: at('2026-03-10T00:00'),
      to: at('2026-03-14T00:00'),
    })
    expect(roundDue(ended(first), undefined, at('2027-03-14T09:00'))?.from).toEqual(
      at('2026-12-15T00:00'),
    )
  })

  it('is an order first, once', () => {
    const now = at('2026-03-10T12:00')
    const order = { requestedAt: now, from: at('2026-01-01T00:00'), to: at('2026-02-01T00:00') }
    const round = roundDue(never, order, at('2026-03-10T12:01'))
    expect(round).toMatchObject({ kind: 'ordered', phase: 'created', from: order.from })
    if (!round) throw new Error('it is due')
    expect(roundDue(ended(round), order, at('2026-03-10T12:02'))?.kind).toBe('daily')
  })
})

describe('older days', () => {
  it('are three of the 90 before, and all of them within 30 rounds', () => {
    const first = at('2026-03-10T00:00').getTime()
    const all = Array.from({ length: 30 }, (_, n) => {
      const [from, to] = [n, n + 1].map((day) => new Date(first + day * 86_400_000))
      return from && to ? olderDays({ from, to }) : []
    })
    for (const each of all) expect(each).toHaveLength(3)
    const ages = all.flatMap((each, n) => each.map((day) => first + n * 86_400_000 - day.getTime()))
    for (const age of ages) expect(age).toBeLessThanOrEqual(90 * 86_400_000)
    // Each day of a month is read again within 30 days.
    const last = Array.from({ length: 30 }, (_, n) => first - (n + 1) * 86_400_000)
    const read = new Set(all.flat().map((day) => day.getTime()))
    expect(last.filter((day) => !read.has(day))).toEqual([])
  })

  it('are as many more if days were missed', () => {
    expect(days('2026-03-10', '2026-03-12')).toHaveLength(6)
    expect(days('2026-01-10', '2026-03-12')).toHaveLength(90)
  })
})

it('a daily round has five phases, each from its beginning, and one on order has one', () => {
  const round: Round = {
    kind: 'daily',
    phase: 'moved',
    cursor: 'x',
    audited: 7,
    startedAt: at('2026-03-10T02:00'),
    from: at('2026-03-09T00:00'),
    to: at('2026-03-10T00:00'),
  }
  const refunded = nextPhase(round)
  expect(refunded).toEqual({ ...round, phase: 'refunded', cursor: null })
  const closed = refunded && nextPhase(refunded)
  expect(closed?.phase).toBe('closed')
  const older = closed && nextPhase(closed)
  expect(older?.phase).toBe('older')
  const payouts = older && nextPhase(older)
  expect(payouts?.phase).toBe('payouts')
  expect(payouts && nextPhase(payouts)).toBeUndefined()
  expect(nextPhase({ ...round, kind: 'ordered', phase: 'created' })).toBeUndefined()
})

it('the day after begins at midnight in UTC', () => {
  expect(dayAfter(at('2026-02-28T23:59'))).toEqual(at('2026-03-01T00:00'))
  expect(dayAfter(at('2026-03-01T00:00'))).toEqual(at('2026-03-02T00:00'))
})
