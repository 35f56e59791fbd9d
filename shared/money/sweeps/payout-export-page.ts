import type { Mode } from '../../kernel/mode.ts'
import { onceEach } from '../../kernel/once-each.ts'
import type { Table } from '../../kernel/store/table.ts'
import { findCheckoutSessions } from '../../payments/checkout-sessions/store/sessions.ts'
import type { Holding } from '../../payments/holdings/rules/holding.ts'
import { holdingCursor, pageHoldings } from '../../payments/holdings/store/holdings.ts'
import { loadSweep, pageSweeps } from '../../payments/holdings/store/sweeps.ts'
import { networkFeeRow, payoutRows } from './payout-rows.ts'
import type { PayoutRow } from './wire/payout-row.ts'

/** The rows of each holding, or of each transaction of the gas wallet, and the cursor of what follows them. */
type PayoutPage = { records: { rows: PayoutRow[]; after: string }[]; next: string | null }

const perPage = 50

/** The network fees of the gas wallet come last; what follows is the sweep to continue before. */
const feesAfter = 'sweeps#'

/** Every payment with its rate, value, fee and sweep, a few addresses at a time. */
export async function payoutExportPage(
  table: Table,
  mode: Mode,
  after: string | null,
): Promise<PayoutPage> {
  if (after?.startsWith(feesAfter)) return feePage(table, mode, after.slice(feesAfter.length))
  const { holdings, next } = await pageHoldings(table, mode, {
    limit: perPage,
    after: after ?? undefined,
  })
  const ids = [...new Set(holdings.map(({ sessionId }) => sessionId))]
  const sessions = await findCheckoutSessions(table, mode, ids)
  // Batches have up to fifty addresses, which share a sweep.
  const sweepOf = onceEach((id) => loadSweep(table, mode, id))
  const recordOf = async (holding: Holding) => ({
    rows: await payoutRows(table, { holding, session: sessions.get(holding.sessionId), sweepOf }),
    after: holdingCursor(holding),
  })
  return { records: await Promise.all(holdings.map(recordOf)), next: next ?? feesAfter }
}

async function feePage(table: Table, mode: Mode, before: string): Promise<PayoutPage> {
  const query = { limit: perPage, before: before || undefined }
  const { items, nextCursor } = await pageSweeps(table, mode, query)
  const records = items.map((sweep) => ({
    rows: [networkFeeRow(sweep)].filter((row) => row !== undefined),
    after: `${feesAfter}${sweep.id}`,
  }))
  return { records, next: nextCursor && `${feesAfter}${nextCursor}` }
}
