import * as z from 'zod'
import { justBelow } from '../../../kernel/id-range.ts'
import { type Mode, modes } from '../../../kernel/mode.ts'
import type { Page } from '../../../kernel/page.ts'
import { innerMap, moment } from '../../../kernel/store/codecs.ts'
import { indexKeys } from '../../../kernel/store/index-keys.ts'
import { listPage } from '../../../kernel/store/list-page.ts'
import { queryAll, startingWith } from '../../../kernel/store/query.ts'
import { readItem } from '../../../kernel/store/read-item.ts'
import type { Table } from '../../../kernel/store/table.ts'
import type { Write } from '../../../kernel/store/transact.ts'
import { readRow } from '../../../kernel/store/unreadable-rows.ts'
import { addition, replacement } from '../../../kernel/store/writes.ts'
import { providerNames } from '../../../records/integrations/rules/provider-name.ts'
import { isUndecided, type ProviderPayment, paymentReasons } from '../rules/provider-payment.ts'
import { providerKeys } from './keys.ts'

const paymentCodec = z.lazy(() =>
  z.object({
    mode: z.enum(modes),
    sessionId: z.string(),
    provider: z.enum(providerNames),
    paymentId: z.string(),
    orderId: z.string(),
    version: z.int(),
    paid: innerMap({ amount: z.string(), currency: z.string() }).nullable(),
    isCounted: z.boolean(),
    reason: z.enum(paymentReasons).nullable(),
    seenAt: moment,
    acceptedAt: moment.nullable(),
    dismissedAt: moment.nullable(),
    refundId: z.string().nullable().default(null),
  }),
)

const boundSession = z.object({ sessionId: z.string() })

type PaymentKey = Pick<ProviderPayment, 'mode' | 'provider' | 'paymentId'>

/** The session that a payment is bound to (consistent), or undefined. */
export async function sessionOfPayment(
  table: Table,
  { mode, provider, paymentId: id }: PaymentKey,
): Promise<string | undefined> {
  const key = providerKeys.providerReference({ mode, provider, by: 'payment', id })
  return (await readItem(table, key, boundSession))?.sessionId
}

/** The writes of version `from` + 1 of a payment. The first one's condition fails if the payment is already bound. */
export function paymentWrites(payment: ProviderPayment, from: number): Write[] {
  const { mode, provider, paymentId: id, sessionId, seenAt } = payment
  const key = providerKeys.providerPayment(mode, sessionId, `${provider}#${id}`)
  const item = {
    ...key,
    ...z.encode(paymentCodec, payment),
    ...(isUndecided(payment) && {
      listPk: indexKeys.unmatchedProviderPayments(mode),
      listSk: `${seenAt.toISOString()}#${sessionId}#${key.sk}`,
    }),
  }
  if (from > 0) return [replacement(item, from)]
  const binding = providerKeys.providerReference({ mode, provider, by: 'payment', id })
  return [addition(item), addition({ ...binding, sessionId })]
}

/** Consistent. */
export function paymentsOfSession(
  table: Table,
  { mode, sessionId }: Pick<ProviderPayment, 'mode' | 'sessionId'>,
): Promise<ProviderPayment[]> {
  const { pk, sk } = providerKeys.providerPayment(mode, sessionId, '')
  return queryAll(table, { partition: pk, range: startingWith(sk) }, paymentCodec)
}

/** A payment with its position in the list. */
export type ListedPayment = { payment: ProviderPayment; cursor: string }

/** Payments of a mode that need an operator's decision, the newest first. Eventually consistent. */
export function pageUnmatchedPayments(
  table: Table,
  mode: Mode,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<Page<ListedPayment>> {
  const range = { from: '0', to: before ? justBelow(before) : '~' }
  const partition = indexKeys.unmatchedProviderPayments(mode)
  return listPage(table, { index: 'list', partition, range, limit }, (row) => ({
    payment: readRow(row, paymentCodec),
    cursor: z.string().parse(row['listSk']),
  }))
}
