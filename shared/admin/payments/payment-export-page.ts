import type * as z from 'zod'
import { timeOfId } from '../../kernel/ids.ts'
import type { Table } from '../../kernel/store/table.ts'
import { pageOfPayments, type paymentFilter } from './list-payments.ts'
import { type ExportedPayment, presentExportedPayment } from './wire/exported-payment.ts'

/** Even with all metadata that a payment may have, a page needs little memory. */
const perPage = 200

type Filter = z.infer<typeof paymentFilter>

/** The payments of a page, newest first, with their metadata. */
export async function paymentExportPage(
  table: Table,
  filter: Filter,
  after: string | undefined,
): Promise<{ payments: ExportedPayment[]; next: string | null }> {
  const page = await pageOfPayments(table, filter, { limit: perPage, after })
  const payments = page.items.map((session) => presentExportedPayment(session, page.names))
  return { payments, next: page.nextCursor }
}

/** Until when payments were read, from the cursor of a page. */
export function reachedBy(cursor: string | null): Date | null {
  return (cursor !== null && timeOfId(cursor)) || null
}
