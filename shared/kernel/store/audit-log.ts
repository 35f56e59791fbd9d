import * as z from 'zod'
import { type AuditEntry, actorId, auditedActions, type NewAuditEntry } from '../audit-entry.ts'
import { idRange } from '../id-range.ts'
import { type Mode, modes } from '../mode.ts'
import type { Page } from '../page.ts'
import { describing, jsonText, moment } from './codecs.ts'
import { keys } from './keys.ts'
import { listPage } from './list-page.ts'
import type { Table } from './table.ts'
import type { Write } from './transact.ts'
import { readRow } from './unreadable-rows.ts'
import { addition } from './writes.ts'

export const actorCodec = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('operator'),
    id: z.string(),
    email: z.string(),
    address: z.string(),
  }),
  z.object({ kind: z.literal('visitor'), address: z.string() }),
  z.object({ kind: z.literal('aws'), arn: z.string() }),
  z.object({ kind: z.literal('unverified'), requestId: z.string() }),
  z.object({ kind: z.literal('machine') }),
  z.object({ kind: z.literal('api-key'), id: z.string(), name: z.string().optional() }),
])

const actorKinds: ReadonlySet<string> = new Set(
  actorCodec.options.map(({ shape }) => shape.kind.value),
)

/** A kind of a newer release, by its name. */
const unknownActor = z.codec(
  z.looseObject({ kind: z.string().refine((kind) => !actorKinds.has(kind)) }),
  z.object({ kind: z.literal('unknown'), name: z.string() }),
  {
    decode: ({ kind: name }) => ({ kind: 'unknown', name }) as const,
    encode: ({ name: kind }) => ({ kind }),
  },
)

const state = z.record(z.string(), z.unknown()).nullable()

const auditCodec = z.object({
  id: z.string(),
  mode: z.enum(modes),
  actor: z.union([actorCodec, unknownActor]),
  action: describing(auditedActions),
  target: z.string(),
  note: z.string(),
  outcome: z.string(),
  details: jsonText(z.record(z.string(), z.string())),
  before: jsonText(state).default(null),
  after: jsonText(state).default(null),
  createdAt: moment,
})

/** The write that adds an entry, for the transaction that it reports; entries are never changed. */
export function auditEntryWrite(entry: NewAuditEntry): Write {
  const Item = { ...keys.auditEntry(entry.mode, entry.id), ...z.encode(auditCodec, entry) }
  return addition({ ...Item, actorId: actorId(entry.actor) })
}

export type AuditFilter = {
  mode: Mode
  /** The id of an operator, or an ARN. */
  actor?: string | undefined
  action?: string | undefined
  target?: string | undefined
  since?: Date | undefined
  /** Before this entry. */
  before?: string | undefined
}

/** A page of a mode's entries, newest first (consistent): at most two requests, after which the next page continues. */
export function pageAuditEntries(
  table: Table,
  { mode, actor, action, target, since, before }: AuditFilter,
  { limit }: { limit: number },
): Promise<Page<AuditEntry>> {
  const { pk: partition } = keys.auditEntry(mode, '')
  const range = idRange('auditEntry', { before, createdAfter: since })
  const wanted = Object.entries({ actorId: actor, action, target })
  const given = wanted.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  const having = given.length > 0 ? { having: Object.fromEntries(given) } : {}
  const query = { partition, range, limit, maxRounds: 2, ...having }
  return listPage(table, query, (row) => readRow(row, auditCodec))
}
