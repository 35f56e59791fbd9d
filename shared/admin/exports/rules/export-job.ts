import type { Actor } from '../../../kernel/audit-entry.ts'
import type { Mode } from '../../../kernel/mode.ts'

/** The kinds that a row can name. `accounting` is one of payments with an attribute more, so that every release can read it. */
export const storedKinds = ['payments', 'payouts', 'refunds'] as const
export const exportKinds = [...storedKinds, 'accounting'] as const
export type ExportKind = (typeof exportKinds)[number]

/** Whether an export can be narrowed by what payments can be filtered by. */
export function hasFilter(of: ExportKind): boolean {
  return of === 'payments' || of === 'accounting'
}

export const exportStates = ['running', 'done', 'failed'] as const

/** The cursor of what was read last; null at the beginning. */
export type Position = { after: string | null }

/** A CSV that is made in the background, in parts, by one invocation of a function after the other. */
export type ExportJob = {
  id: string
  mode: Mode
  of: ExportKind
  filter: Readonly<Record<string, unknown>>
  actor: Actor
  state: (typeof exportStates)[number]
  startedAt: Date
  endedAt: Date | null
  expiresAt: Date
  /** Counts the invocations that worked at it: only the latest may store anything. */
  turn: number
  /** How many of them in a row have stored nothing. */
  idleTurns: number
  /** Whether nobody works at it now. */
  isFree: boolean
  /** Whoever works at it has ended without a word if it is later than this. */
  leaseUntil: Date
  position: Position
  /** The keys of metadata found so far, each of which is a column. */
  columns: readonly string[]
  rows: number
  parts: number
  bytes: number
  /** When the oldest payment was created that it may reach; null if nobody knows. */
  oldestAt: Date | null
}

export const keptMs = 24 * 3_600_000
export const leaseMs = 45_000
/** Lambda begins within seconds. */
export const startMs = 30_000
/** A job fails after this many invocations in a row that stored nothing. */
const maxIdleTurns = 5

export function isStalled({ state, leaseUntil }: ExportJob, now: Date): boolean {
  return state === 'running' && leaseUntil <= now
}

/** The job for the invocation that works at it next; undefined if another does, or if it has ended. */
export function nextTurn(job: ExportJob, now: Date): ExportJob | undefined {
  const { state, isFree, leaseUntil, turn, idleTurns } = job
  if (state !== 'running' || (!isFree && leaseUntil > now)) return undefined
  const next = { ...job, turn: turn + 1, idleTurns: idleTurns + 1, isFree: false }
  if (idleTurns >= maxIdleTurns) return { ...next, state: 'failed', endedAt: now }
  return { ...next, leaseUntil: new Date(now.getTime() + leaseMs) }
}

/** Payments are read newest first, so the date of the last one says how much of the time is covered. */
export function percentOf(job: ExportJob, reachedAt: Date | null): number | null {
  const { state, oldestAt, startedAt, filter } = job
  if (state === 'done') return 100
  const before = filter['createdBefore']
  const newestAt = typeof before === 'string' ? new Date(before) : startedAt
  if (oldestAt === null || reachedAt === null || newestAt <= oldestAt) return null
  const covered = newestAt.getTime() - reachedAt.getTime()
  const share = covered / (newestAt.getTime() - oldestAt.getTime())
  return Math.min(99, Math.max(0, Math.floor(share * 100)))
}

export function fileName({ of, mode, startedAt }: ExportJob): string {
  return `${of}-${mode}-${startedAt.toISOString().slice(0, 10)}.csv`
}
