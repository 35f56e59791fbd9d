import * as z from 'zod'
import { resourceNotFound } from '../../kernel/errors.ts'
import { modes } from '../../kernel/mode.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { deleteParts } from './store/export-parts.ts'
import { exportDeletion, loadExport } from './store/exports.ts'

const deleted = z.object({ id: z.string(), deleted: z.literal(true) })

export const deleteExport = operatorOperation({
  name: 'delete-export',
  role: 'operator',
  command: 'exports delete',
  input: z.strictObject({
    id: z.string().describe('the id of an export'),
    mode: z.enum(modes).default('live'),
  }),
  output: deleted,
  touches: { table: 'write', administers: ['exports', 'audit-log'] },
  docs: { summary: 'Cancel an export that is running, or delete a finished one' },
  /** Whoever works at it finds nothing to store its progress in, and ends. */
  async run({ table, now }, { input: { id, mode } }) {
    const job = await loadExport(table, { mode, id }, now())
    if (!job) throw resourceNotFound('export', id)
    const { of, filter, rows } = job
    return {
      writes: [exportDeletion(job)],
      changes: [{ mode, action: 'export.delete', target: id, before: { of, ...filter, rows } }],
      after: async () => deleteParts(table, job),
      result: { id, deleted: true } as const,
    }
  },
})
