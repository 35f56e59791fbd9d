import * as z from 'zod'
import { formatBase } from '../../../kernel/money.ts'
import { amount } from '../../../kernel/wire/amounts.ts'
import { timestamp } from '../../../kernel/wire/primitives.ts'
import { addressGivers, type Refund, refundStatuses } from '../rules/refund.ts'
import { refundExample } from './refund-example.ts'

export const refundStatus = z.lazy(() => z.enum(refundStatuses).meta({ id: 'RefundStatus' }))

const shape = {
  id: z.string(),
  object: z.literal('refund'),
  status: refundStatus,
  sessionId: z.string(),
  depositId: z
    .string()
    .nullable()
    .describe('The unmatched deposit that is refunded; null if it is what the session counted.'),
  amount: amount.describe('In the asset that the customer paid.'),
  asset: z.string(),
  chainId: z.int(),
  tokenAddress: z.string().nullable().describe('The token’s contract; null for a native coin.'),
  reason: z.string().nullable(),
  address: z
    .string()
    .nullable()
    .describe('Where the money goes. It never changes once it is given.'),
  addressGivenBy: z.enum(addressGivers).nullable(),
  txHash: z
    .string()
    .nullable()
    .describe('The transaction that paid it, once it is found on the chain.'),
  reference: z
    .string()
    .nullable()
    .describe('What a bank or an exchange calls a refund that no chain proves.'),
  claimExpiresAt: timestamp.nullable().describe('When the customer’s link ends.'),
  completedAt: timestamp
    .nullable()
    .describe('When it was confirmed or reported; it stays if the refund is voided later.'),
  livemode: z.boolean(),
  createdAt: timestamp,
  updatedAt: timestamp.describe('When `status` last changed.'),
}

/** A refund as the API, its events and operators see it. */
export const refund = z.lazy(() =>
  z.object(shape).meta({ id: 'Refund', examples: [refundExample] }),
)

/** The response to its creator, the only one who ever sees the link. */
export const createdRefund = z.lazy(() =>
  z
    .object({
      ...shape,
      claimUrl: z
        .string()
        .nullable()
        .describe(
          'The page where the customer says where the money goes. Send it to nobody else: whoever has it decides. Null if you gave the address.',
        ),
    })
    .meta({ id: 'CreatedRefund' }),
)

export type RefundBody = z.infer<typeof refund>
export type CreatedRefundBody = z.infer<typeof createdRefund>

export function presentRefund({
  id,
  status,
  sessionId,
  depositId,
  amountBase,
  decimals,
  symbol: asset,
  chainId,
  tokenAddress,
  reason,
  address,
  givenBy: addressGivenBy,
  transfer,
  reference,
  claimExpiresAt,
  completedAt,
  mode,
  createdAt,
  updatedAt,
}: Refund): RefundBody {
  return {
    id,
    object: 'refund',
    status,
    sessionId,
    depositId,
    amount: { base: String(amountBase), formatted: formatBase(amountBase, decimals), decimals },
    asset,
    chainId,
    tokenAddress,
    reason,
    address,
    addressGivenBy,
    txHash: transfer?.txHash ?? null,
    reference,
    claimExpiresAt: claimExpiresAt?.toISOString() ?? null,
    completedAt: completedAt?.toISOString() ?? null,
    livemode: mode === 'live',
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
