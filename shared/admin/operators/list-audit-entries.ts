import * as z from 'zod'
import { auditedActions } from '../../kernel/audit-entry.ts'
import { modes } from '../../kernel/mode.ts'
import { operatorOperation } from '../../kernel/operation/operator-operation.ts'
import { pageAuditEntries } from '../../kernel/store/audit-log.ts'
import { listCursor, listLimit } from '../../kernel/wire/operator-input.ts'
import { timestamp } from '../../kernel/wire/primitives.ts'

const auditEntry = z.object({
  id: z.string(),
  mode: z.enum(modes),
  actor: z.discriminatedUnion('kind', [
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
    /** A kind of a newer release. */
    z.object({ kind: z.literal('unknown'), name: z.string() }),
  ]),
  /** One of those that can be asked for, or one of a newer release. */
  action: z.string(),
  target: z.string(),
  note: z.string(),
  outcome: z.string(),
  details: z.record(z.string(), z.string()),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  createdAt: timestamp,
})

const auditPage = z.object({ entries: z.array(auditEntry), nextCursor: z.string().nullable() })

export type AuditEntryBody = z.infer<typeof auditEntry>
export type AuditPage = z.infer<typeof auditPage>

export const listAuditEntries = operatorOperation({
  name: 'list-audit-entries',
  role: 'viewer',
  command: 'audit list',
  input: z.strictObject({
    mode: z.enum(modes),
    limit: listLimit,
    actor: z
      .string()
      .max(2048)
      .optional()
      .describe('the id of an operator or an API key, or an ARN'),
    action: z.enum(auditedActions).optional(),
    target: z.string().max(200).optional().describe('the id of what was changed'),
    since: z.iso.datetime().optional(),
    after: listCursor('auditEntry'),
  }),
  output: auditPage,
  touches: { table: 'read', administers: ['audit-log'] },
  docs: { summary: 'List what operators did and why, newest first' },
  async run({ table }, { input: { limit, after, since, ...wanted } }) {
    const filter = { ...wanted, since: since ? new Date(since) : undefined, before: after }
    const { items, nextCursor } = await pageAuditEntries(table, filter, { limit })
    const entries = items.map((entry) => ({
      ...entry,
      details: { ...entry.details },
      createdAt: entry.createdAt.toISOString(),
    }))
    return { result: { entries, nextCursor } }
  },
})
