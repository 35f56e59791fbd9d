import * as z from 'zod'
import { formatBase } from '../../kernel/money.ts'
import { email } from '../../kernel/wire/email.ts'
import type { Merchant } from '../../settings/rules/merchant.ts'
import { merchantView } from '../../settings/wire/merchant.ts'
import { type CheckoutSession, sessionStatuses } from '../rules/checkout-session.ts'
import { awaitsDetails, mayChooseAsset } from '../rules/checkout-steps.ts'

const timestamp = z.iso.datetime({ precision: 3 })

/** A coin or token on one chain that a session can be paid in. */
const assetChoice = z.object({ chainId: z.int(), chainName: z.string(), asset: z.string() })
export type AssetChoice = z.infer<typeof assetChoice>

/** The customer's details, as the page asks for them. */
export const submitDetailsBody = z.strictObject({
  email,
  name: z.string().trim().max(200).optional(),
  phone: z.string().trim().max(50).optional(),
  country: z.string().trim().max(100).optional(),
  region: z.string().trim().max(100).optional(),
  postcode: z.string().trim().max(20).optional(),
  notes: z.string().trim().max(1000).optional(),
})
export type SubmitDetailsBody = z.output<typeof submitDetailsBody>

/**
 * A session as the hosted page shows it. Anyone who knows the id can read it, so it has neither metadata nor email.
 * `serverNow` lets the page count down without trusting the device's clock.
 */
export const checkoutView = z.object({
  id: z.string(),
  status: z.enum(sessionStatuses),
  version: z.int(),
  livemode: z.boolean(),
  merchant: merchantView,
  title: z.string().nullable(),
  description: z.string().nullable(),
  /** The link where the same item can be bought at a new price; null for an ad-hoc session or an inactive link. */
  linkPath: z.string().nullable(),
  fiat: z.object({ amount: z.string(), currency: z.string() }),
  asset: z.string(),
  /** ERC-20 contract; null for the chain's own coin. */
  tokenAddress: z.string().nullable(),
  chainId: z.int(),
  chainName: z.string(),
  /** Whether the page must first ask for the customer's email. */
  asksDetails: z.boolean(),
  /** The assets that the customer can choose from; empty if the merchant selected one or a payment was seen. */
  choices: z.array(assetChoice),
  /** Whether merchant or customer has chosen the coin. */
  assetChosen: z.boolean(),
  address: z.string(),
  amount: z.object({ base: z.string(), formatted: z.string(), decimals: z.int() }),
  received: z.object({ base: z.string(), formatted: z.string() }),
  confirmations: z.int(),
  confirmationsRequired: z.int(),
  txHash: z.string().nullable(),
  transactionUrl: z.string().nullable(),
  paidAt: timestamp.nullable(),
  serverNow: timestamp,
  expiresAt: timestamp,
  lateUntil: timestamp,
  /** Whether sending the missing amount by `lateUntil` still completes the payment. */
  acceptsTopUps: z.boolean(),
  /** Nothing will change any more, so the page can stop polling. */
  closed: z.boolean(),
  successUrl: z.string().nullable(),
  cancelUrl: z.string().nullable(),
  returnUrl: z.string().nullable(),
})
export type CheckoutView = z.infer<typeof checkoutView>

type LinkOnPage = {
  slug: string
  title: string
  description: string | null
  active: boolean
}

/** What the page shows beside the session. `link` is null if there was none, or it was deleted. */
export type CheckoutContext = {
  link: LinkOnPage | null
  merchant: Merchant
  chainName: string
  /** What this instance accepts in the session's mode. */
  offered: readonly AssetChoice[]
  /** The URL at which the chain's explorer shows the session's transaction. */
  transactionUrl: string | null
  acceptsTopUps: boolean
  now: Date
}

/** The session as the hosted page shows it at `now`. */
export function presentCheckoutView(
  session: CheckoutSession,
  { link, merchant, chainName, offered, transactionUrl, acceptsTopUps, now }: CheckoutContext,
): CheckoutView {
  const { id, status, version, lock, received } = session
  return {
    id,
    status,
    version,
    livemode: session.mode === 'live',
    merchant,
    title: link?.title ?? null,
    description: link?.description ?? null,
    linkPath: link?.active ? `/l/${link.slug}` : null,
    fiat: session.fiat,
    asset: lock.asset,
    tokenAddress: lock.tokenAddress,
    chainId: lock.chainId,
    chainName,
    asksDetails: awaitsDetails(session),
    choices: mayChooseAsset(session) ? [...offered] : [],
    assetChosen: session.assetSelected || session.otherTerms.length > 0,
    address: session.address,
    amount: { ...units(lock.amountBase, lock.decimals), decimals: lock.decimals },
    received: units(received.seenBase, lock.decimals),
    confirmations: received.confirmations,
    confirmationsRequired: session.confirmationsRequired,
    txHash: session.txHash,
    transactionUrl,
    paidAt: session.paidAt?.toISOString() ?? null,
    serverNow: now.toISOString(),
    expiresAt: session.expiresAt.toISOString(),
    lateUntil: session.lateUntil.toISOString(),
    acceptsTopUps,
    closed: session.closedAt !== null,
    successUrl: session.successUrl,
    cancelUrl: session.cancelUrl,
    returnUrl: session.returnUrl,
  }
}

function units(base: bigint, decimals: number): { base: string; formatted: string } {
  return { base: base.toString(), formatted: formatBase(base, decimals) }
}
