import { resourceNotFound } from '../../kernel/errors.ts'
import { findInModes } from '../../kernel/mode.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { Named } from '../settings/shared-operation.ts'
import type { PaymentLink } from './rules/payment-link.ts'
import { loadPaymentLink } from './store/payment-links.ts'

/** The requested link (consistent). Throws `resource_not_found`. */
export async function requirePaymentLink(table: Table, { modes, id }: Named): Promise<PaymentLink> {
  const link = await findInModes(modes, (mode) => loadPaymentLink(table, mode, id))
  if (!link) throw resourceNotFound('payment link', id)
  return link
}
