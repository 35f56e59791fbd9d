import * as z from 'zod'
import { timestamp } from '../../../kernel/wire/primitives.ts'
import type { CheckoutSession } from '../../../payments/checkout-sessions/rules/checkout-session.ts'
import { listedPayment, type PaymentNames, presentListedPayment } from './listed-payment.ts'

/** A payment as a bookkeeper needs it. */
const exportedPayment = z.lazy(() =>
  listedPayment.unwrap().extend({
    address: z.string(),
    txHash: z.string().nullable(),
    unitPriceUsd: z.string(),
    closedAt: timestamp.nullable(),
    metadata: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
)

export type ExportedPayment = z.infer<typeof exportedPayment>

export function presentExportedPayment(
  session: CheckoutSession,
  names: PaymentNames,
): ExportedPayment {
  const { address, txHash, lock, closedAt, metadata } = session
  return {
    ...presentListedPayment(session, names),
    address,
    txHash,
    unitPriceUsd: lock.unitPriceUsd,
    closedAt: closedAt?.toISOString() ?? null,
    metadata: metadata ?? {},
  }
}
