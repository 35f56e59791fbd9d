import * as z from 'zod'
import { findCheckoutSessions } from '../checkout-sessions/store/sessions.ts'
import { modes } from '../kernel/mode.ts'
import type { Decision } from '../kernel/operation/commit.ts'
import { operatorOperation } from '../kernel/operation/operation.ts'
import type { Table } from '../kernel/store/table.ts'
import type { OperatorInputOf } from '../operators/operator-request.ts'
import { payoutRows } from './payout-rows.ts'
import { pageHoldings } from './store/holdings.ts'
import { payoutRow } from './wire/payout-row.ts'

const page = z.object({
  rows: z.array(payoutRow),
  /** What the next call continues after; null after the last. */
  next: z.string().nullable(),
})

export type ExportedPayouts = z.infer<typeof page>

export const exportPayouts = operatorOperation({
  name: 'export-payouts',
  role: 'operator',
  command: 'payouts export',
  group: 'sweeps',
  input: z.strictObject({
    mode: z.enum(modes).default('live'),
    /** `next` of the page before. */
    after: z.string().optional(),
  }),
  output: page,
  touches: { table: 'read' },
  needs: { timeoutSeconds: 60 },
  docs: {
    summary:
      'Export every payment with its rate, fiat value, fee and sweep, 50 addresses at a time',
  },
})

const holdingsPerPage = 50

export async function runExportPayouts(
  { table }: { table: Table },
  { input: { mode, after } }: OperatorInputOf<typeof exportPayouts>,
): Promise<Decision<ExportedPayouts>> {
  const { holdings, next } = await pageHoldings(table, mode, { limit: holdingsPerPage, after })
  const ids = [...new Set(holdings.map(({ sessionId }) => sessionId))]
  const sessions = await findCheckoutSessions(table, mode, ids)
  const rows = await Promise.all(
    holdings.map((holding) =>
      payoutRows(table, { holding, session: sessions.get(holding.sessionId) }),
    ),
  )
  return { result: { rows: rows.flat(), next } }
}
