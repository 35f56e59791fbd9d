import { resourceNotFound } from '../../kernel/errors.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { Refund } from './rules/refund.ts'
import { findRefund } from './store/refunds.ts'

/** Of either mode. Throws `resource_not_found`. */
export async function refundById(table: Table, id: string): Promise<Refund> {
  const found = await findRefund(table, id)
  if (!found) throw resourceNotFound('refund', id)
  return found
}
