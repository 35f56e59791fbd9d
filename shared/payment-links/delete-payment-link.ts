import { resourceNotFound } from '../kernel/errors.ts'
import type { ExtraWrites, Raced } from '../kernel/extra-writes.ts'
import { isId } from '../kernel/ids.ts'
import type { Table } from '../kernel/store/table.ts'
import { transact } from '../kernel/store/transact.ts'
import type { PaymentLink } from './rules/payment-link.ts'
import { paymentLinkDeletion } from './store/payment-links.ts'

type Identity = Pick<PaymentLink, 'mode' | 'id'>

/**
 * Removes a link for good: its page stops at once and nobody ever gets its slug. Sessions opened from it go on. Throws
 * `resource_not_found`.
 */
export async function deletePaymentLink(
  { table }: { table: Table },
  link: Identity,
  { extraWrites }: { extraWrites?: ExtraWrites<Identity> } = {},
): Promise<{ deleted: true } | Raced> {
  const { mode, id } = link
  if (!isId('paymentLink', id)) throw resourceNotFound('payment link', id)
  const extra = (await extraWrites?.(link)) ?? []
  const outcome = await transact(table, [paymentLinkDeletion({ mode, id }), ...extra])
  if (outcome.committed) return { deleted: true }
  // A repetition of the request that deleted it finds both: the link gone and the reply there.
  if (outcome.failed.some(({ index }) => index > 0)) return { idempotencyRaced: true }
  throw resourceNotFound('payment link', id)
}
