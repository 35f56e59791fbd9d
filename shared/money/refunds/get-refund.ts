import { resourceNotFound } from '../../kernel/errors.ts'
import type { Mode } from '../../kernel/mode.ts'
import { merchant } from '../../kernel/operation/caller.ts'
import type { Decision } from '../../kernel/operation/commit.ts'
import type { RequestOf } from '../../kernel/operation/merchant-request.ts'
import { noInput, ok, operation } from '../../kernel/operation/operation.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { Refund } from './rules/refund.ts'
import { loadRefund } from './store/refunds.ts'
import { presentRefund, type RefundBody, refund } from './wire/refund.ts'

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
  return { result: presentRefund(await requireRefund(table, mode, id)) }
}

/** Throws `resource_not_found`. */
export async function requireRefund(table: Table, mode: Mode, id: string): Promise<Refund> {
  const found = await loadRefund(table, mode, id)
  if (!found) throw resourceNotFound('refund', id)
  return found
}
