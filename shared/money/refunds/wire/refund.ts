import * as z from 'zod'
import { formatBase, parseDecimal } from '../../../kernel/money.ts'
import { amount } from '../../../kernel/wire/amounts.ts'
import { timestamp } from '../../../kernel/wire/primitives.ts'
import { providerNames } from '../../../records/integrations/rules/provider-name.ts'
import { type AnyRefund, isProviders, type ProviderRefund } from '../rules/provider-refund.ts'
import { addressGivers, type Refund, refundStatuses } from '../rules/refund.ts'
import { refundExample } from './refund-example.ts'

export const refundStatus = z.lazy(() => z.enum(refundStatuses).meta({ id: 'RefundStatus' }))

const shape = {
  id: z.string(),
  object: z.literal('refund'),
  status: refundStatus.describe('How far it is.'),
  sessionId: z.string().describe('The session whose money goes back.'),
  depositId: z
    .string()
    .nullable()
    .describe(
      'The unmatched deposit, or the hosted provider’s payment, that is refunded; null if it is what the session counted.',
    ),
  amount: amount.describe('In the asset that the customer paid.'),
  asset: z.string().describe('A coin, or the currency that a hosted provider was paid in.'),
  chainId: z.int().describe('The network that the customer paid on.'),
  provider: z
    .enum(providerNames)
    .meta({ id: 'HostedProvider' })
    .nullable()
    .describe('The hosted provider that refunded its payment; null for a refund that you send.'),
  tokenAddress: z.string().nullable().describe('The token’s contract; null for a native coin.'),
  reason: z.string().nullable().describe('Why, as you gave it.'),
  address: z
    .string()
    .nullable()
    .describe('Where the money goes. It never changes once it is given.'),
  addressGivenBy: z.enum(addressGivers).meta({ id: 'RefundAddressGiver' }).nullable(),
  txHash: z
    .string()
    .nullable()
    .describe('The transaction that paid it, once it is found on the chain.'),
  reference: z
    .string()
    .nullable()
    .describe(
      'What a bank or an exchange calls a refund that no chain proves; of a hosted provider’s, its id of the payment.',
    ),
  claimExpiresAt: timestamp.nullable().describe('When the customer’s link ends.'),
  completedAt: timestamp
    .nullable()
    .describe('When it was confirmed or reported; it stays if the refund is voided later.'),
  livemode: z.boolean(),
  createdAt: timestamp,
  updatedAt: timestamp.describe('When `status` last changed.'),
}

/** A refund as the API, its events and operators see it, also a hosted provider's. */
export const refund = z.lazy(() =>
  z
    .object({
      ...shape,
      amount: shape.amount
        .nullable()
        .describe(
          'In the asset that the customer paid. Null if a hosted provider refunded a part, and doesn’t say how much.',
        ),
      chainId: shape.chainId.nullable().describe('Null if a hosted provider refunded it.'),
    })
    .meta({ id: 'Refund', examples: [refundExample] }),
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

export function presentAnyRefund(refund: AnyRefund): RefundBody {
  return isProviders(refund) ? presentProviderRefund(refund) : presentRefund(refund)
}

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
}: Refund): Omit<CreatedRefundBody, 'claimUrl'> {
  return {
    id,
    object: 'refund',
    status,
    sessionId,
    depositId,
    amount: { base: String(amountBase), formatted: formatBase(amountBase, decimals), decimals },
    asset,
    chainId,
    provider: null,
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

function presentProviderRefund({
  id,
  status,
  sessionId,
  provider,
  paymentId,
  isCounted,
  amount: decimal,
  currency,
  mode,
  createdAt,
  updatedAt,
}: ProviderRefund): RefundBody {
  return {
    id,
    object: 'refund',
    status,
    sessionId,
    depositId: isCounted ? null : `${provider}:${paymentId}`,
    amount: decimal === null ? null : amountOf(decimal),
    asset: currency ?? '',
    chainId: null,
    provider,
    tokenAddress: null,
    reason: null,
    address: null,
    addressGivenBy: null,
    txHash: null,
    reference: paymentId,
    claimExpiresAt: null,
    completedAt: updatedAt.toISOString(),
    livemode: mode === 'live',
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

/** In hundredths, or in as many decimals as the provider wrote. */
function amountOf(decimal: string): RefundBody['amount'] {
  const parsed = parseDecimal(decimal, mostDecimals)
  if (!parsed) return null
  const decimals = Math.max(2, parsed.scale)
  const base = parsed.units * 10n ** BigInt(decimals - parsed.scale)
  return { base: String(base), formatted: formatBase(base, decimals), decimals }
}

const mostDecimals = 18
