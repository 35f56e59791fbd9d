import * as z from 'zod'
import { type Mode, modes } from '../../../kernel/mode.ts'
import { actorCodec } from '../../../kernel/store/audit-log.ts'
import { innerMap, jsonText, moment } from '../../../kernel/store/codecs.ts'
import { queryAll } from '../../../kernel/store/query.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import type { Table } from '../../../kernel/store/table.ts'
import { transact, type Write } from '../../../kernel/store/transact.ts'
import { addition, update } from '../../../kernel/store/writes.ts'
import { type ExportJob, exportStates, nextTurn, storedKinds } from '../rules/export-job.ts'
import { exportKeys } from './keys.ts'

const progress = {
  state: z.enum(exportStates),
  endedAt: moment.nullable(),
  turn: z.int(),
  idleTurns: z.int(),
  isFree: z.boolean(),
  leaseUntil: moment,
  position: innerMap({ after: z.string().nullable() }),
  columns: z.array(z.string()),
  rows: z.int(),
  parts: z.int(),
  bytes: z.int(),
  oldestAt: moment.nullable(),
}

const progressCodec = z.object(progress)

const exportCodec = z.object({
  id: z.string(),
  mode: z.enum(modes),
  of: z.enum(storedKinds),
  isForAccountant: z.boolean().default(false),
  filter: jsonText(z.record(z.string(), z.unknown())),
  actor: actorCodec,
  startedAt: moment,
  expiresAt: moment,
  ...progress,
})

/** The write that stores a new one. */
export function exportCreation(job: ExportJob): Write {
  const { mode, id, of, expiresAt } = job
  const isForAccountant = of === 'accounting'
  const stored = { ...job, of: isForAccountant ? ('payments' as const) : of, isForAccountant }
  return addition({
    ...exportKeys.export(mode, id),
    ...z.encode(exportCodec, { ...stored, filter: { ...job.filter }, columns: [...job.columns] }),
    ttl: ttlOf({ expiresAt }),
  })
}

/** DynamoDB deletes it some time after that. */
export function ttlOf({ expiresAt }: Pick<ExportJob, 'expiresAt'>): number {
  return Math.ceil(expiresAt.getTime() / 1000)
}

type Ref = Pick<ExportJob, 'mode' | 'id'>

export async function loadExport(
  table: Table,
  { mode, id }: Ref,
  now: Date,
): Promise<ExportJob | undefined> {
  const row = await readItem(table, exportKeys.export(mode, id), exportCodec)
  return row && row.expiresAt > now ? jobOf(row) : undefined
}

function jobOf({ isForAccountant, ...job }: z.output<typeof exportCodec>): ExportJob {
  return isForAccountant ? { ...job, of: 'accounting' } : job
}

/** Those of the last day, the newest first. */
export async function listExports(table: Table, mode: Mode, now: Date): Promise<ExportJob[]> {
  const partition = exportKeys.export(mode, '').pk
  const all = await queryAll(table, { partition, newestFirst: true }, exportCodec)
  return all.filter(({ expiresAt }) => expiresAt > now).map(jobOf)
}

/** Takes it for this invocation; undefined if there is nothing to do, or if another was first. */
export async function claimExport(
  table: Table,
  ref: Ref,
  now: Date,
): Promise<ExportJob | undefined> {
  const job = await loadExport(table, ref, now)
  const next = job && nextTurn(job, now)
  if (!next) return undefined
  const { committed } = await transact(table, [progressWrite(next, job.turn)])
  return committed && next.state === 'running' ? next : undefined
}

/** The write of its progress; its condition fails if it was deleted, or if another invocation took it over. */
export function progressWrite(job: ExportJob, turn: number): Write {
  const values = z.encode(progressCodec, { ...job, columns: [...job.columns] })
  return update(exportKeys.export(job.mode, job.id), values, { turn, state: 'running' })
}

/** The write that ends it, whatever it does now. Its condition fails if another was first, or if it has other parts. */
export function exportDeletion({ mode, id, parts }: Ref & Pick<ExportJob, 'parts'>): Write {
  return {
    Delete: {
      Key: exportKeys.export(mode, id),
      ConditionExpression: '#parts = :parts',
      ExpressionAttributeNames: { '#parts': 'parts' },
      ExpressionAttributeValues: { ':parts': parts },
    },
  }
}
