import * as z from 'zod'
import type { Decision } from '../kernel/operation/commit.ts'
import { operatorOperation } from '../kernel/operation/operation.ts'
import type { Table } from '../kernel/store/table.ts'
import type { OperatorInputOf } from '../operators/operator-request.ts'
import { pageOfPayments, paymentFilter } from './list-payments.ts'
import { exportedPayment, presentExportedPayment } from './wire/exported-payment.ts'

const page = z.lazy(() =>
  z.object({ payments: z.array(exportedPayment), nextCursor: z.string().nullable() }),
)

export const exportPayments = operatorOperation({
  name: 'export-payments',
  role: 'operator',
  command: 'sessions export',
  group: 'payments',
  input: z.lazy(() =>
    paymentFilter.unwrap().extend({
      /** `nextCursor` of the page before. */
      after: z.string().max(100).optional(),
    }),
  ),
  output: page,
  touches: { table: 'read' },
  docs: { summary: 'Export payments with their metadata, newest first, 200 at a time' },
})

/** Even with all metadata that a payment may have, a page stays below what a Lambda may respond with. */
const perPage = 200

export async function runExportPayments(
  { table }: { table: Table },
  { input: { after, ...filter } }: OperatorInputOf<typeof exportPayments>,
): Promise<Decision<z.infer<typeof page>>> {
  const { items, names, nextCursor } = await pageOfPayments(table, filter, {
    limit: perPage,
    after,
  })
  const payments = items.map((session) => presentExportedPayment(session, names))
  return { result: { payments, nextCursor } }
}
