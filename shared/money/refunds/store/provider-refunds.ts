import * as z from 'zod'
import { type Mode, modes } from '../../../kernel/mode.ts'
import { moment } from '../../../kernel/store/codecs.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { addition, replacement } from '../../../kernel/store/writes.ts'
import { providerNames } from '../../../records/integrations/rules/provider-name.ts'
import type { ProviderRefund } from '../rules/provider-refund.ts'
import { refundKeys, refundPartitions } from './keys.ts'

export const providerRefundCodec = z.lazy(() =>
  z.object({
    id: z.string(),
    mode: z.enum(modes),
    version: z.int(),
    status: z.literal('reported'),
    sessionId: z.string(),
    provider: z.enum(providerNames),
    paymentId: z.string(),
    isCounted: z.boolean(),
    amount: z.string().nullable(),
    currency: z.string().nullable(),
    createdAt: moment,
    updatedAt: moment,
  }),
)

/**
 * The write of version `from` + 1; its condition fails if another writer was first. It is in the lists of all refunds,
 * but its key is of another kind: what reads callbacks writes none of those that say where money is sent.
 */
export function providerRefundWrite(refund: ProviderRefund, from: number): Write {
  const { mode, id, sessionId, status } = refund
  const item = {
    ...refundKeys.providerRefund(mode, id),
    ...z.encode(providerRefundCodec, refund),
    listPk: refundPartitions.refunds(mode),
    listSk: id,
    parentPk: refundPartitions.refundsOfSession(mode, sessionId),
    statusPk: refundPartitions.refundsByStatus(mode, status),
  }
  return from === 0 ? addition(item) : replacement(item, from)
}

/** The refund as last written (consistent), or undefined. */
export function loadProviderRefund(
  table: Table,
  mode: Mode,
  id: string,
): Promise<ProviderRefund | undefined> {
  return readItem(table, refundKeys.providerRefund(mode, id), providerRefundCodec)
}
