import { resourceNotFound } from '../../kernel/errors.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { PaymentLink } from './rules/payment-link.ts'
import { findPaymentLink } from './store/payment-links.ts'

/** The link that an operator names: ids are unique across modes. Throws `resource_not_found`. */
export async function linkOfEitherMode(table: Table, id: string): Promise<PaymentLink> {
  const link = await findPaymentLink(table, id)
  if (!link) throw resourceNotFound('payment link', id)
  return link
}
