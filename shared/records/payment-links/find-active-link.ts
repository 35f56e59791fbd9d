import { ServiceError } from '../../kernel/errors.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { PaymentLink } from './rules/payment-link.ts'
import { findPaymentLinkBySlug } from './store/payment-links.ts'

/** The form of slugs; anything else isn't looked up. */
const slugForm = /^[a-z0-9]{1,64}$/

/** The active link behind a slug. Throws `resource_not_found` and `link_gone`. */
export async function findActiveLink(table: Table, slug: string): Promise<PaymentLink> {
  const link = slugForm.test(slug) && (await findPaymentLinkBySlug(table, slug))
  if (!link) throw new ServiceError('resource_not_found', 'There is no payment link here.')
  if (!link.active) {
    throw new ServiceError('link_gone', 'The seller has disabled this payment link.')
  }
  return link
}
