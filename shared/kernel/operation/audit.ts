import type { Actor, NewAuditEntry } from '../audit-entry.ts'
import { newId, type RandomBytes } from '../ids.ts'
import { auditEntryWrite } from '../store/audit-log.ts'
import type { Table } from '../store/table.ts'
import { transact, type Write } from '../store/transact.ts'
import type { Decision } from './commit.ts'

export type AuditDeps = { now: () => Date; randomBytes: RandomBytes }

type States = Pick<NewAuditEntry, 'before' | 'after'>

/** The write of an audit entry, for the transaction of the audited operation. */
export function auditWrite(
  { now, randomBytes }: AuditDeps,
  entry: Omit<NewAuditEntry, 'id' | 'createdAt' | keyof States> & Partial<States>,
): Write {
  const createdAt = now()
  const id = newId('auditEntry', createdAt, randomBytes)
  return auditEntryWrite({ before: null, after: null, ...entry, id, createdAt })
}

/** Must not contain a secret. */
export type Change = Pick<NewAuditEntry, 'mode' | 'action' | 'target'> &
  Partial<States & Pick<NewAuditEntry, 'note' | 'outcome'>>

export type AuditedDecision<Result> = Decision<Result> & { changes: readonly Change[] }

/** The decision with an entry for each of its changes, in the same transaction. */
export async function withAudit<Result, Decided extends Decision<Result>>(
  deps: AuditDeps,
  { changes, ...decision }: Decided & { changes?: readonly Change[] },
  findActor: () => Promise<Actor>,
): Promise<Omit<Decided, 'changes'>> {
  if (!changes || changes.length === 0) return decision
  const actor = await findActor()
  const entries = changes.map((change) => changeWrite(deps, change, actor))
  return { ...decision, writes: [...(decision.writes ?? []), ...entries] }
}

/** Adds the entry of a change that takes many transactions, before the first of them. */
export async function recordFirst(
  deps: AuditDeps & { table: Table },
  change: Change,
  findActor: () => Promise<Actor>,
): Promise<void> {
  await transact(deps.table, [changeWrite(deps, change, await findActor())])
}

function changeWrite(deps: AuditDeps, change: Change, actor: Actor): Write {
  return auditWrite(deps, { note: '', outcome: '', details: {}, ...change, actor })
}
