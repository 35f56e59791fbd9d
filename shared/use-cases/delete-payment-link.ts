import { resourceNotFound } from '../domain/errors.ts'
import { isId } from '../domain/ids.ts'
import type { PaymentLink } from '../domain/payment-link.ts'
import { paymentLinkDeletion } from '../store/payment-links.ts'
import type { Table } from '../store/table.ts'
import { transact } from '../store/transact.ts'
import type { ExtraWrites, Raced } from './extra-writes.ts'

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
