import * as z from 'zod'
import { invokingItself } from '../../aws/invoke-itself.ts'
import { resourceNotFound } from '../../kernel/errors.ts'
import { newId, type RandomBytes } from '../../kernel/ids.ts'
import type { AuditedDecision } from '../../kernel/operation/audit.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import { paymentFilter } from '../payments/list-payments.ts'
import { presented } from './presented.ts'
import { type ExportJob, exportKinds, hasFilter, keptMs, startMs } from './rules/export-job.ts'
import { refuseExport } from './rules/export-refusals.ts'
import { exportCreation, listExports, loadExport } from './store/exports.ts'
import { type ListedExport, listedExport } from './wire/listed-export.ts'

export const startExport = operatorOperation({
  name: 'start-export',
  role: 'operator',
  command: 'exports start',
  input: z.lazy(() =>
    paymentFilter.unwrap().extend({
      /** Only payments can be filtered. */
      of: z.enum(exportKinds).default('payments'),
      /** Continues one that was interrupted. */
      resume: z.string().optional(),
    }),
  ),
  output: listedExport,
  touches: { table: 'write', administers: ['exports', 'audit-log'], invokesItself: true },
  limits: { memoryMb: 512, timeoutSeconds: 300 },
  docs: {
    summary:
      'Start an export of payments, payouts or refunds, or of payments for an accountant, as CSV, which is kept for a day',
  },
  needs: (config) => {
    const invokeItself = invokingItself(config)
    return {
      work: ({ mode, id }: Pick<ExportJob, 'mode' | 'id'>) =>
        invokeItself({ door: 'background', mode, id }),
    }
  },
  async run(deps: Deps, { input: { resume, ...input }, findActor }) {
    const { mode, of, ...filter } = input
    const now = deps.now()
    if (resume !== undefined) return resumed(deps, { mode, id: resume })
    refuseMore(await listExports(deps.table, mode, now))
    const id = newId('export', now, deps.randomBytes)
    const actor = await findActor()
    const job = newExport({ id, mode, of, actor, filter: hasFilter(of) ? filter : {} }, now)
    return {
      writes: [exportCreation(job)],
      changes: [{ mode, action: 'export.start', target: id, after: { of, ...job.filter } }],
      after: () => deps.work(job),
      result: presented(job, now),
    }
  },
})

type Deps = {
  table: Table
  now: () => Date
  randomBytes: RandomBytes
  /** Has an invocation of its own work at it. */
  work: (job: Pick<ExportJob, 'mode' | 'id'>) => Promise<void>
}

type Started = AuditedDecision<ListedExport>

const maxKept = 20
const maxRunning = 4

async function resumed(deps: Deps, ref: Pick<ExportJob, 'mode' | 'id'>): Promise<Started> {
  const now = deps.now()
  const job = await loadExport(deps.table, ref, now)
  if (!job) throw resourceNotFound('export', ref.id)
  const after = job.state === 'running' ? () => deps.work(job) : undefined
  return { changes: [], ...(after && { after }), result: presented(job, now) }
}

function refuseMore(jobs: readonly ExportJob[]): void {
  const running = jobs.filter(({ state }) => state === 'running').length
  if (jobs.length < maxKept && running < maxRunning) return
  throw running < maxRunning
    ? refuseExport('too_many_exports', { most: maxKept })
    : refuseExport('too_many_running_exports', { most: maxRunning })
}

function newExport(
  given: Pick<ExportJob, 'id' | 'mode' | 'of' | 'filter' | 'actor'>,
  now: Date,
): ExportJob {
  return {
    ...given,
    state: 'running',
    startedAt: now,
    endedAt: null,
    turn: 0,
    idleTurns: 0,
    isFree: true,
    expiresAt: new Date(now.getTime() + keptMs),
    leaseUntil: new Date(now.getTime() + startMs),
    position: { after: null },
    columns: [],
    rows: 0,
    parts: 0,
    bytes: 0,
    oldestAt: null,
  }
}
