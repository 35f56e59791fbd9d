import * as z from 'zod'
import { formatBase } from '../../../kernel/money.ts'
import { amount, fiat } from '../../../kernel/wire/amounts.ts'
import { storedMetadata } from '../../../kernel/wire/metadata.ts'
import { timestamp } from '../../../kernel/wire/primitives.ts'
import { type CheckoutSession, pendingBase, sessionStatuses } from '../rules/checkout-session.ts'
import { deadlinesOf } from '../rules/provider-window.ts'
import { checkoutSessionExample } from './checkout-session-example.ts'

export const sessionStatus = z.lazy(() => z.enum(sessionStatuses).meta({ id: 'SessionStatus' }))

/** An amount, with the older names of its fields as well. */
const sessionAmount = z.lazy(() =>
  amount
    .unwrap()
    .extend({
      wei: z
        .string()
        .meta({ deprecated: true })
        .describe('The same as `base`, whatever the asset. Use `base`.'),
      eth: z
        .string()
        .meta({ deprecated: true })
        .describe(
          'The same as `formatted`: an amount of `asset`, so "25" for 25 USDC, and not ETH unless `asset` is ETH. Use `formatted` and `asset`.',
        ),
    })
    .meta({ id: 'SessionAmount' }),
)

const assetAmount = z.lazy(() =>
  z
    .object({
      base: z.string().describe('In the smallest unit of the asset.'),
      formatted: z.string().describe('As a decimal number of the asset.'),
    })
    .meta({ id: 'AssetAmount' }),
)

/** A checkout session on the wire. `amount.wei` and `amount.eth` are the interface's names for amounts of any asset. */
export const checkoutSession = z.lazy(() =>
  z
    .object({
      id: z.string(),
      object: z.literal('checkout_session'),
      linkId: z
        .string()
        .nullable()
        .describe('The payment link that opened it; null for an order of your own.'),
      status: sessionStatus.describe('What the chain has shown so far.'),
      address: z.string().describe('Where the customer pays to. No other session ever gets it.'),
      amount: sessionAmount.describe('The amount to pay, in the asset of this session.'),
      amountReceived: assetAmount.describe(
        'What has arrived so far in the asset of this session and is confirmed. Ship by this amount and `status`.',
      ),
      amountPending: assetAmount.describe(
        'What is seen on the chain beside `amountReceived` and not yet confirmed: it may still disappear. Zero once the session is closed.',
      ),
      amountRefunded: assetAmount
        // Events of earlier releases don't have it.
        .default({ base: '0', formatted: '0' })
        .describe(
          'What of `amountReceived` went back to the customer: of refunds that are confirmed or reported.',
        ),
      fiat: fiat.describe('The price, as it was given.'),
      ethPriceUsd: z.string().describe('ETH/USD when the session was created, whatever its asset.'),
      unitPriceUsd: z
        .string()
        .describe('Price of one unit of the asset that `amount` follows from.'),
      expiresAt: timestamp.describe('Until when the price is locked.'),
      lateUntil: timestamp.describe('Until when a payment after `expiresAt` still counts.'),
      paidAt: timestamp
        .nullable()
        .describe('When its payment was confirmed; null until it is paid.'),
      txHash: z
        .string()
        .nullable()
        .describe('The hash of a transaction that pays it; null before one is seen.'),
      chainId: z.int().describe('The network.'),
      asset: z.string().describe('The symbol of the coin or token.'),
      assetSelected: z
        .boolean()
        .describe('False while the customer can still choose network and coin.'),
      confirmations: z
        .int()
        .describe(
          'Number of blocks from the payment’s block to the newest one that several nodes agree on, both included; at most `confirmationsRequired`.',
        ),
      confirmationsRequired: z.int().describe('Blocks that a payment needs to be confirmed.'),
      failureReason: z.string().nullable().describe('Null unless `status` is `failed`.'),
      provider: z.string().nullable().describe('Null unless a hosted provider was chosen.'),
      metadata: storedMetadata.nullable().describe('Yours, as it was given.'),
      successUrl: z.string().nullable().describe('Where the customer continues after the payment.'),
      cancelUrl: z
        .string()
        .nullable()
        .describe('Where the customer goes who leaves without paying.'),
      returnUrl: z
        .string()
        .nullable()
        .describe('Where the customer goes if the URL of the two above that fits is missing.'),
      customerEmail: z.string().nullable().describe('What you or the customer gave.'),
      livemode: z.boolean(),
      checkoutUrl: z.string().describe('The page on which the customer pays.'),
      createdAt: timestamp,
      updatedAt: timestamp.describe('When `status` last changed.'),
    })
    .meta({ id: 'CheckoutSession', examples: [checkoutSessionExample] }),
)

export type CheckoutSessionBody = z.infer<typeof checkoutSession>

/** The session as the API and its events show it. `baseUrl` without a trailing slash. */
export function presentCheckoutSession(
  session: CheckoutSession,
  { baseUrl }: { baseUrl: string },
): CheckoutSessionBody {
  const { lock, received } = session
  const deadlines = deadlinesOf(session)
  const inAsset = (base: bigint) => ({
    base: base.toString(),
    formatted: formatBase(base, lock.decimals),
  })
  const amountBase = lock.amountBase.toString()
  const amountFormatted = formatBase(lock.amountBase, lock.decimals)
  return {
    id: session.id,
    object: 'checkout_session',
    linkId: session.linkId,
    status: session.status,
    address: session.address,
    amount: {
      base: amountBase,
      formatted: amountFormatted,
      decimals: lock.decimals,
      wei: amountBase,
      eth: amountFormatted,
    },
    amountReceived: inAsset(received.confirmedBase),
    amountPending: inAsset(pendingBase(session)),
    amountRefunded: inAsset(session.refunds.doneBase),
    fiat: session.fiat,
    ethPriceUsd: session.ethPriceUsd,
    unitPriceUsd: lock.unitPriceUsd,
    expiresAt: deadlines.expiresAt.toISOString(),
    lateUntil: deadlines.lateUntil.toISOString(),
    paidAt: session.paidAt?.toISOString() ?? null,
    txHash: session.txHash,
    chainId: lock.chainId,
    asset: lock.asset,
    assetSelected: session.assetSelected,
    confirmations: received.confirmations,
    confirmationsRequired: session.confirmationsRequired,
    failureReason: session.failureReason,
    provider: session.provider?.name ?? null,
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
