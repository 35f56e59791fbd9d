import { merchant } from '../../kernel/operation/caller.ts'
import type { Decision } from '../../kernel/operation/commit.ts'
import type { RequestOf } from '../../kernel/operation/merchant-request.ts'
import { noInput, ok, operation } from '../../kernel/operation/operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import { requireAnyRefund } from './require-refund.ts'
import { presentAnyRefund, type RefundBody, refund } from './wire/refund.ts'

export const getRefund = operation({
  name: 'get-refund',
  route: 'GET /api/v1/refunds/{id}',
  caller: merchant('refunds:read'),
  input: noInput,
  output: ok(refund),
  touches: { table: 'read' },
  docs: { tag: 'Refunds', summary: 'Get a refund' },
})

export async function runGetRefund(
  { table }: { table: Table },
  { mode, id }: RequestOf<typeof getRefund>,
): Promise<Decision<RefundBody>> {
  return { result: presentAnyRefund(await requireAnyRefund(table, [mode], id)) }
}
