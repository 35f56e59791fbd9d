import type { Table } from './table.ts'
import { transact, type Write } from './transact.ts'

/** Writes of a transaction that belong together, by name. */
export type TransactPart<Name extends string> = { part: Name; writes: readonly Write[] }

export type PartsOutcome<Name extends string> =
  | { committed: true }
  /** The parts with a failed condition. */
  | { committed: false; failed: ReadonlySet<Name> }

/** Writes all parts or nothing, and returns which parts failed. */
export async function transactParts<Name extends string>(
  table: Table,
  parts: readonly TransactPart<Name>[],
): Promise<PartsOutcome<Name>> {
  const owners = parts.flatMap(({ part, writes }) => writes.map(() => part))
  const outcome = await transact(
    table,
    parts.flatMap(({ writes }) => writes),
  )
  if (outcome.committed) return outcome
  const failed = outcome.failed.flatMap(({ index }) => owners.slice(index, index + 1))
  return { committed: false, failed: new Set(failed) }
}
