import * as z from 'zod'
import { byteOrderMark, lineEnd } from '../../kernel/csv.ts'
import { resourceNotFound } from '../../kernel/errors.ts'
import { modes } from '../../kernel/mode.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { exportSources } from './export-source.ts'
import { fileName } from './rules/export-job.ts'
import { headOf, widened } from './rules/export-line.ts'
import { refuseExport } from './rules/export-refusals.ts'
import { readParts } from './store/export-parts.ts'
import { loadExport } from './store/exports.ts'

const piece = z.object({
  fileName: z.string(),
  /** The pieces of an export, one after the other, are the CSV. */
  csv: z.string(),
  /** Pass it as `from` to continue; null after the last piece. */
  next: z.int().nullable(),
})

export const readExport = operatorOperation({
  name: 'read-export',
  role: 'operator',
  command: 'exports read',
  input: z.strictObject({
    id: z.string().describe('the id of an export'),
    mode: z.enum(modes).default('live'),
    /** `next` of the previous call. */
    from: z.int().min(0).max(1_000_000).default(0),
  }),
  output: piece,
  touches: { table: 'read', administers: ['exports'] },
  docs: { summary: 'Read a finished export as CSV, piece by piece' },
  async run({ table, now }, { input: { id, mode, from } }) {
    const job = await loadExport(table, { mode, id }, now())
    if (!job) throw resourceNotFound('export', id)
    if (job.state !== 'done') throw refuseExport('export_not_complete', { id })
    const { lines, next } = await readParts(table, job, { from, count: partsAtOnce })
    const { columns } = job
    const head =
      from === 0 ? byteOrderMark + headOf(exportSources[job.of].columns, columns) + lineEnd : ''
    const rest = lines.map((line) => widened(line, columns.length) + lineEnd)
    return { result: { fileName: fileName(job), csv: head + rest.join(''), next } }
  },
})

/** Even with all characters escaped, this many parts stay below Lambda's response limit of 6 MB. */
const partsAtOnce = 6
