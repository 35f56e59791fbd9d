import type { inTurns } from '../../../kernel/each-at-once.ts'
import type { OpenSession } from '../../checkout-sessions/store/open-sessions.ts'
import type { ScanDeps } from './scan-session.ts'

/**
 * How well a round could read a chain: its nodes agree, so payments are decided; no two of several agree, so money is
 * seen but not confirmed; or none responds.
 */
export type ChainReach = 'agreed' | 'seen' | 'silent'

/** The result of a round. `failures` are the errors of chains and of scans. */
export type ReconcileReport = {
  open: number
  scanned: number
  /** Sessions left for the next round. */
  postponed: number
  /** An `UnreadableRow` for each session that this version can't read, which was left out. */
  failures: unknown[]
  /** The time in seconds that the oldest due session had waited for its scan. */
  oldestDueSeconds: number
  /** By chain id, the best result of its batches, for chains with open sessions. */
  reached: ReadonlyMap<number, ChainReach>
}

export type Round = {
  deps: ScanDeps
  startedAt: Date
  endsAt: Date
  report: ReconcileReport & { reached: Map<number, ChainReach> }
  /** Sessions whose scans may take long, by chain. */
  later: Map<number, Later[]>
  /** By chain, what gives its batches their turns. */
  turns: Map<number, ReturnType<typeof inTurns>>
  /** Pages that still wait for a chain. */
  unfinished: Promise<void>[]
}

/** A session whose scan can wait; the lowest rank is first. */
export type Later = { session: OpenSession; rank: number }

/** Whether the round starts nothing new. */
export function isOver({ deps, endsAt }: Round): boolean {
  return deps.now() >= endsAt
}
