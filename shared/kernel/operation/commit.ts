import { invariant } from '../invariant.ts'
import type { Table } from '../store/table.ts'
import { backOff, type Pace, transact, type Write } from '../store/transact.ts'
import { refuseCommit } from './commit-refusals.ts'
import { type SideNote, writeSideNote } from './side-note.ts'

/** A decision based on the state that was read. It has no effect until it is committed. */
export type Decision<Result> = {
  result: Result
  /** All or none of them are written. */
  writes?: readonly Write[]
  /** Written together with the writes; must be harmless if they fail. */
  alongside?: SideNote
  /** Runs once the writes are committed. */
  after?: () => Promise<void> | void
  /** Called if they are not committed. */
  abandoned?: () => void
  /** The error if a condition of the writes fails. Without it, the decision is made again. */
  conflict?: () => Error
}

export type Decide<Result> = () => Promise<Decision<Result>>

type Options = Pace & {
  attempts?: number
  /** The error if other writers were first in every attempt. */
  contended?: () => Error
}

/** Writes that join those of a decision, such as the record of its reply. */
type Join<Result> = (result: Result) => Promise<readonly Write[]>

/**
 * Commits what `decide` returns and returns its result. Decides again if another transaction interfered. Throws what
 * `decide` throws, its `conflict`, and finally `contended` (by default `state_changed`).
 */
export async function commit<Result>(
  table: Table,
  decide: Decide<Result>,
  options: Options = {},
): Promise<Result> {
  const outcome = await commitJoined(table, decide, { ...options, join: async () => [] })
  invariant(outcome.committed, 'only a joined write can be lost')
  return outcome.result
}

/** Commits a decision with additional writes. If one of their conditions fails, nothing is committed or decided again. */
export async function commitJoined<Result>(
  table: Table,
  decide: Decide<Result>,
  {
    join,
    attempts = 10,
    contended = () => refuseCommit('changed_meanwhile'),
    ...pace
  }: Options & { join: Join<Result> },
): Promise<{ committed: true; result: Result } | { committed: false }> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    if (attempt > 2) await backOff(attempt - 2, pace)
    const decision = await decide()
    const outcome = await write(table, decision, await joined(join, decision))
    if (outcome === 'committed') {
      await decision.after?.()
      return { committed: true, result: decision.result }
    }
    decision.abandoned?.()
    if (outcome === 'joined writes lost') return { committed: false }
    if (decision.conflict) throw decision.conflict()
  }
  throw contended()
}

async function joined<Result>(
  join: Join<Result>,
  { result, abandoned }: Decision<Result>,
): Promise<readonly Write[]> {
  try {
    return await join(result)
  } catch (error) {
    abandoned?.()
    throw error
  }
}

type Outcome = 'committed' | 'writes lost' | 'joined writes lost'

async function write(
  table: Table,
  { writes = [], alongside }: Decision<unknown>,
  joining: readonly Write[],
): Promise<Outcome> {
  const all = [...writes, ...joining]
  const [outcome] = await Promise.all([
    all.length > 0 ? transact(table, all) : ({ committed: true } as const),
    alongside && writeSideNote(alongside),
  ])
  if (outcome.committed) return 'committed'
  const isJoined = outcome.failed.some(({ index }) => index >= writes.length)
  return isJoined ? 'joined writes lost' : 'writes lost'
}
