import * as z from 'zod'
import { findCheckoutSessions } from '../checkout-sessions/store/sessions.ts'
import { type Mode, modes } from '../kernel/mode.ts'
import type { Decision } from '../kernel/operation/commit.ts'
import { operatorOperation } from '../kernel/operation/operation.ts'
import type { Table } from '../kernel/store/table.ts'
import type { OperatorInputOf } from '../operators/operator-request.ts'
import { networkFeeRow, payoutRows } from './payout-rows.ts'
import { pageHoldings } from './store/holdings.ts'
import { loadSweep, pageSweeps } from './store/sweeps.ts'
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

const perPage = 50

/** The network fees of the gas wallet come last; what follows is the sweep to continue before. */
const feesAfter = 'sweeps#'

export async function runExportPayouts(
  { table }: { table: Table },
  { input: { mode, after } }: OperatorInputOf<typeof exportPayouts>,
): Promise<Decision<ExportedPayouts>> {
  if (after?.startsWith(feesAfter)) {
    return { result: await feePage(table, mode, after.slice(feesAfter.length)) }
  }
  const { holdings, next } = await pageHoldings(table, mode, { limit: perPage, after })
  const ids = [...new Set(holdings.map(({ sessionId }) => sessionId))]
  const sessions = await findCheckoutSessions(table, mode, ids)
  const sweepOf = onceEach((id) => loadSweep(table, mode, id))
  const rows = await Promise.all(
    holdings.map((holding) =>
      payoutRows(table, { holding, session: sessions.get(holding.sessionId), sweepOf }),
    ),
  )
  return { result: { rows: rows.flat(), next: next ?? feesAfter } }
}

async function feePage(table: Table, mode: Mode, before: string): Promise<ExportedPayouts> {
  const query = { limit: perPage, before: before || undefined }
  const { items, nextCursor } = await pageSweeps(table, mode, query)
  const rows = items.map(networkFeeRow).filter((row) => row !== undefined)
  return { rows, next: nextCursor && `${feesAfter}${nextCursor}` }
}

/** Batches have up to fifty addresses, which share a sweep. */
function onceEach<Found>(load: (id: string) => Promise<Found>): (id: string) => Promise<Found> {
  const loaded = new Map<string, Promise<Found>>()
  return (id) => {
    const found = loaded.get(id) ?? load(id)
    loaded.set(id, found)
    return found
  }
}
