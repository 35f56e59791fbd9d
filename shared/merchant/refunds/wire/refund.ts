import * as z from 'zod'
import { timestamp } from '../../../kernel/wire/primitives.ts'
import type { Refund } from '../rules/refund.ts'

/** A refund as operators see it. */
export const refundBody = z.lazy(() =>
  z.object({
    amount: z.string(),
    /** A coin, or a currency. */
    unit: z.string(),
    chainId: z.int().nullable(),
    txHash: z.string().nullable(),
    /** Whom the transaction paid; null without one, or if nodes don't show it. */
    recipient: z.string().nullable(),
    reference: z.string().nullable(),
    note: z.string(),
    recordedAt: timestamp,
  }),
)

export type RefundBody = z.infer<typeof refundBody>

export function presentRefund({ amount, unit, proof, note, recordedAt }: Refund): RefundBody {
  const isOnChain = proof.kind === 'transaction'
  return {
    amount,
    unit,
    note,
    chainId: isOnChain ? proof.chainId : null,
    txHash: isOnChain ? proof.hash : null,
    recipient: isOnChain ? proof.recipient : null,
    reference: isOnChain ? null : proof.reference,
    recordedAt: recordedAt.toISOString(),
  }
}
