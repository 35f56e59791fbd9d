import * as z from 'zod'
import { parseWith } from '../../shared/http/parse-with.ts'
import { modes } from '../../shared/kernel/mode.ts'
import { openTable } from '../../shared/kernel/store/table.ts'
import { pageAuditEntries } from '../../shared/operators/store/audit-log.ts'
import { config } from '../config.ts'
import { operatorHandler } from '../handlers/operator-handler.ts'

const input = z.strictObject({
  command: z.literal('list'),
  mode: z.enum(modes),
  limit: z.int().min(1).max(100),
  /** The last entry of the page before. */
  after: z.string().max(100).optional(),
})

const table = openTable(config('TABLE_NAME'))

/** What operators did, the newest first, a page at a time. */
export const handler = operatorHandler(async (event) => {
  const { mode, limit, after } = parseWith(input, event)
  const { items, nextCursor } = await pageAuditEntries(table, { mode, before: after }, { limit })
  const entries = items.map((entry) => ({ ...entry, createdAt: entry.createdAt.toISOString() }))
  return { entries, nextCursor }
})
