import * as z from 'zod'
import { type CheckoutSession, sessionStatuses } from '../domain/checkout-session.ts'
import { formatBase } from '../domain/money.ts'
import { createdFilters, cursorList, cursorQuery } from './cursor-list.ts'
import { id, timestamp } from './primitives.ts'
import { checkoutSessionExample } from './resource-examples.ts'

/** A checkout session on the wire. `amount.wei` and `amount.eth` describe the session's asset, whatever it is. */
export const checkoutSession = z
  .object({
    id: z.string(),
    object: z.literal('checkout_session'),
    linkId: z.string().nullable(),
    status: z.enum(sessionStatuses),
    address: z.string(),
    amount: z
      .object({
        wei: z.string(),
        eth: z.string(),
        base: z.string(),
        formatted: z.string(),
        decimals: z.int(),
      })
      .describe(
        'What is to be paid, in the asset of this session, whichever that is. `wei` and `base` are its smallest units, `eth` and `formatted` the same as a decimal number.',
      ),
    amountReceived: z
      .object({ base: z.string(), formatted: z.string() })
      .describe('What has arrived so far in the asset of this session, confirmed or not.'),
    fiat: z.object({ amount: z.string(), currency: z.string() }),
    ethPriceUsd: z.string().describe('ETH/USD when the session was created, whatever its asset.'),
    unitPriceUsd: z.string().describe('Price of one unit of the asset that `amount` follows from.'),
    expiresAt: timestamp,
    lateUntil: timestamp.describe('Until when a payment after `expiresAt` still counts.'),
    paidAt: timestamp.nullable(),
    txHash: z.string().nullable(),
    chainId: z.int(),
    asset: z.string(),
    assetSelected: z
      .boolean()
      .describe('False while the customer may still choose network and coin.'),
    confirmations: z.int().describe('Blocks on top of the payment so far.'),
    confirmationsRequired: z.int(),
    failureReason: z.string().nullable().describe('Null unless `status` is `failed`.'),
    provider: z.string().nullable().describe('Null unless a hosted provider was chosen.'),
    metadata: z.record(z.string(), z.union([z.string(), z.number()])).nullable(),
    successUrl: z.string().nullable(),
    cancelUrl: z.string().nullable(),
    returnUrl: z.string().nullable(),
    customerEmail: z.string().nullable(),
    livemode: z.boolean(),
    checkoutUrl: z.string(),
    createdAt: timestamp,
    updatedAt: timestamp.describe('When `status` last changed.'),
  })
  .meta({ id: 'CheckoutSession', examples: [checkoutSessionExample] })

export const checkoutSessionList = cursorList(checkoutSession, 'CheckoutSessionList')

export const listCheckoutSessionsQuery = cursorQuery('checkoutSession').extend({
  status: z.enum(sessionStatuses).optional(),
  linkId: id.optional(),
  ...createdFilters,
})

export type CheckoutSessionBody = z.infer<typeof checkoutSession>

/** The session as the API and its events show it. `baseUrl` without a slash at the end. */
export function presentCheckoutSession(
  session: CheckoutSession,
  { baseUrl }: { baseUrl: string },
): CheckoutSessionBody {
  const { lock, received } = session
  const amountBase = lock.amountBase.toString()
  const amountFormatted = formatBase(lock.amountBase, lock.decimals)
  return {
    id: session.id,
    object: 'checkout_session',
    linkId: session.linkId,
    status: session.status,
    address: session.address,
    amount: {
      wei: amountBase,
      eth: amountFormatted,
      base: amountBase,
      formatted: amountFormatted,
      decimals: lock.decimals,
    },
    amountReceived: {
      base: received.seenBase.toString(),
      formatted: formatBase(received.seenBase, lock.decimals),
    },
    fiat: session.fiat,
    ethPriceUsd: session.ethPriceUsd,
    unitPriceUsd: lock.unitPriceUsd,
    expiresAt: session.expiresAt.toISOString(),
    lateUntil: session.lateUntil.toISOString(),
    paidAt: session.paidAt?.toISOString() ?? null,
    txHash: session.txHash,
    chainId: lock.chainId,
    asset: lock.asset,
    assetSelected: session.assetSelected,
    confirmations: received.confirmations,
    confirmationsRequired: session.confirmationsRequired,
    failureReason: session.failureReason,
    provider: null,
    metadata: session.metadata,
    successUrl: session.successUrl,
    cancelUrl: session.cancelUrl,
    returnUrl: session.returnUrl,
    customerEmail: session.customerEmail,
    livemode: session.mode === 'live',
    checkoutUrl: `${baseUrl}/checkout/${session.id}`,
    createdAt: session.createdAt.toISOString(),
    updatedAt: session.updatedAt.toISOString(),
  }
}
