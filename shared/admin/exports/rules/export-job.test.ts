import { describe, expect, it } from 'vitest'
import { type ExportJob, fileName, isStalled, nextTurn, percentOf } from './export-job.ts'

const now = new Date('2026-03-01T12:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)

const job = (changes: Partial<ExportJob> = {}): ExportJob => ({
  id: 'exp_1',
  mode: 'live',
  of: 'payments',
  filter: {},
  state: 'running',
  actor: { kind: 'visitor', address: '192.0.2.1' },
  startedAt: now,
  endedAt: null,
  expiresAt: later(86_400),
  turn: 3,
  idleTurns: 0,
  isFree: false,
  leaseUntil: later(45),
  position: { after: null },
  columns: [],
  rows: 0,
  parts: 0,
  bytes: 0,
  oldestAt: null,
  ...changes,
})

describe('the next turn', () => {
  it('is for one invocation: nobody takes it while another works at it', () => {
    expect(nextTurn(job(), later(44))).toBeUndefined()
    const taken = { turn: 4, idleTurns: 1, isFree: false }
    expect(nextTurn(job(), later(45))).toMatchObject({ ...taken, leaseUntil: later(90) })
    expect(nextTurn(job({ isFree: true }), now)).toMatchObject({ ...taken, leaseUntil: later(45) })
  })

  it('is none once it has ended', () => {
    for (const state of ['done', 'failed'] as const) {
      expect(nextTurn(job({ state, isFree: true }), now)).toBeUndefined()
    }
  })

  it('fails after five in a row that stored nothing', () => {
    const turnAfter = (idleTurns: number) => nextTurn(job({ isFree: true, idleTurns }), now)
    expect(turnAfter(4)).toMatchObject({ state: 'running', endedAt: null })
    expect(turnAfter(5)).toMatchObject({ state: 'failed', endedAt: now })
  })
})

it('an export stalls if whoever works at it is silent for too long', () => {
  expect(isStalled(job(), later(44))).toBe(false)
  expect(isStalled(job(), later(45))).toBe(true)
  expect(isStalled(job({ state: 'done' }), later(45))).toBe(false)
})

it('how far it has come is the share of the time that it covers', () => {
  const of = (reachedAt: Date | null, changes: Partial<ExportJob> = {}) =>
    percentOf(job({ oldestAt: later(-200), ...changes }), reachedAt)
  expect([0, -1, -2, -100, -199, -200].map((seconds) => of(later(seconds)))).toEqual([
    ...[0, 0, 1, 50, 99, 99],
  ])
  expect(of(later(60))).toBe(0)
  expect(of(null, { state: 'done' })).toBe(100)
  expect(of(null)).toBeNull()
  expect(of(now, { oldestAt: null })).toBeNull()
  expect(of(now, { oldestAt: now })).toBeNull()
  const filter = { createdBefore: later(-100).toISOString() }
  expect(of(later(-150), { filter })).toBe(50)
})

it('a file is named by what it has', () => {
  expect(fileName(job({ of: 'payouts' }))).toBe('payouts-live-2026-03-01.csv')
})
