import * as z from 'zod'
import { modes } from '../../kernel/mode.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { presented } from './presented.ts'
import { listExports } from './store/exports.ts'
import { listedExport } from './wire/listed-export.ts'

const list = z.lazy(() => z.object({ exports: z.array(listedExport) }))

export const listExportsOperation = operatorOperation({
  name: 'list-exports',
  role: 'operator',
  command: 'exports list',
  input: z.strictObject({ mode: z.enum(modes).default('live') }),
  output: list,
  touches: { table: 'read', administers: ['exports'] },
  docs: { summary: 'List the exports of the last day, and how far they are' },
  async run({ table, now }, { input: { mode } }) {
    const at = now()
    const jobs = await listExports(table, mode, at)
    return { result: { exports: jobs.map((job) => presented(job, at)) } }
  },
})
