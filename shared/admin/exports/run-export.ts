import type { Table } from '../../kernel/store/table.ts'
import { transact, type Write } from '../../kernel/store/transact.ts'
import { type Draft, draftOf, isDue, partsOf, type Step, withStep } from './draft.ts'
import { exportSources } from './export-source.ts'
import { type ExportJob, leaseMs, startMs } from './rules/export-job.ts'
import { type ExportLine, widened } from './rules/export-line.ts'
import { partWrite } from './store/export-parts.ts'
import { claimExport, progressWrite } from './store/exports.ts'

export type ExportDeps = {
  table: Table
  now: () => Date
  /** How long an invocation works before it hands over to the next one. */
  turnMs: number
}

/**
 * Works at an export for a while. What it stores, it stores with how far it came, so that whoever continues repeats
 * nothing and leaves nothing out. Returns whether somebody has to continue.
 */
export async function runExport(
  deps: ExportDeps,
  ref: Pick<ExportJob, 'mode' | 'id'>,
): Promise<'over' | 'continues'> {
  const { table, now } = deps
  const claimed = await claimExport(table, ref, now())
  if (!claimed) return 'over'
  const oldestAt = claimed.oldestAt ?? (await exportSources[claimed.of].oldestAt(table, claimed))
  return work(deps, { ...claimed, oldestAt })
}

async function work(deps: ExportDeps, claimed: ExportJob): Promise<'over' | 'continues'> {
  const { now } = deps
  const endsAt = now().getTime() + deps.turnMs
  let draft = draftOf(claimed, now())
  for await (const step of steps(deps.table, claimed)) {
    const added = await extended(deps, draft, step)
    const next = added && (await checkpointed(deps, added, endsAt))
    if (!next) return 'over'
    if (next === 'continues') return next
    draft = next
  }
  await store(deps, draft, { state: 'done', endedAt: now() })
  return 'over'
}

/** Stores the draft if it is time, and lets go of the export if this invocation has worked long enough. */
async function checkpointed(
  deps: ExportDeps,
  draft: Draft,
  endsAt: number,
): Promise<Draft | 'continues' | undefined> {
  const now = deps.now()
  // Parts that fill quickly are stored before they are due, so the end of the turn counts on its own.
  const isLate = now.getTime() >= endsAt
  if (!isLate && !isDue(draft, now)) return draft
  const job = await store(deps, draft, isLate ? handOver(now) : {})
  if (!job) return undefined
  return isLate ? 'continues' : draftOf(job, deps.now())
}

/** The draft with a step, after storing what was there if both do not fit into one part. */
async function extended(deps: ExportDeps, draft: Draft, step: Step): Promise<Draft | undefined> {
  const whole = withStep(draft, step)
  if (whole) return whole
  const job = await store(deps, draft)
  return job && withStep(draftOf(job, deps.now()), step)
}

function handOver(now: Date): Partial<ExportJob> {
  return { isFree: true, leaseUntil: new Date(now.getTime() + startMs) }
}

/**
 * Parts and progress in one transaction, so a record is stored as a whole or not at all. Undefined if the export was
 * deleted meanwhile, or if another invocation took it over.
 */
async function store(
  { table, now }: ExportDeps,
  draft: Draft,
  change: Partial<ExportJob> = {},
): Promise<ExportJob | undefined> {
  const { job, bytes } = draft
  const leaseUntil = new Date(now().getTime() + leaseMs)
  const parts = await Promise.all(partsOf(draft).map((lines, part) => writeOf(job, lines, part)))
  const grown = { bytes: job.bytes + bytes, parts: job.parts + parts.length, idleTurns: 0 }
  const next: ExportJob = { ...job, ...grown, leaseUntil, ...change }
  const outcome = await transact(table, [...parts, progressWrite(next, job.turn)])
  return outcome.committed ? next : undefined
}

function writeOf(job: ExportJob, lines: readonly ExportLine[], part: number): Promise<Write> {
  const width = job.columns.length
  const texts = lines.map((line) => widened(line, width))
  return partWrite({ job: { ...job, parts: job.parts + part }, lines: texts, width })
}

/** Every record that is not stored yet, and the end of every page. */
async function* steps(table: Table, job: ExportJob): AsyncGenerator<Step> {
  for (let { after } = job.position; ; ) {
    const { records, next } = await exportSources[job.of].page(table, job, after)
    yield* records
    if (next === null) return
    after = next
    yield { rows: [], after }
  }
}
