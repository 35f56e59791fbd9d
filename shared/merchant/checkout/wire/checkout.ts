import * as z from 'zod'
import { formatBase } from '../../../kernel/money.ts'
import { email } from '../../../kernel/wire/email.ts'
import {
  type CheckoutSession,
  isFulfillable,
  sessionStatuses,
} from '../../../payments/checkout-sessions/rules/checkout-session.ts'
import { awaitsConfirmation } from '../../../payments/checkout-sessions/rules/next-scan.ts'
import { lastConfirmation } from '../../../payments/checkout-sessions/rules/provider-window.ts'
import {
  type ProviderName,
  providerNames,
} from '../../../records/integrations/rules/provider-name.ts'
import { checkoutMethods, walletApps } from '../../../records/settings/rules/checkout-ways.ts'
import type { Merchant } from '../../../records/settings/rules/merchant.ts'
import type { Settings } from '../../../records/settings/rules/settings.ts'
import { merchantView } from '../../../records/settings/wire/merchant.ts'
import { awaitsDetails, mayChooseAsset } from '../rules/checkout-steps.ts'
import { methodsOf } from '../rules/offered-providers.ts'

const timestamp = z.iso.datetime({ precision: 3 })

/** A coin or token on one chain that a session can be paid in. */
const assetChoice = z.object({
  chainId: z.int(),
  chainName: z.string(),
  asset: z.string(),
  /** The order's price in it at the latest prices; null if they aren't recent. Choosing the asset locks an amount. */
  amount: z.string().nullable(),
  /** How long the confirmation of a payment usually takes. */
  confirmedInSeconds: z.int(),
})
export type AssetChoice = z.infer<typeof assetChoice>

/** The customer's details that the page asks for. */
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
 * A session as the hosted page shows it. Anyone who knows the id can read it, so it contains neither metadata nor
 * email. `serverNow` lets the page count down without trusting the device's clock.
 */
export const checkoutView = z.object({
  id: z.string(),
  status: z.enum(sessionStatuses),
  version: z.int(),
  livemode: z.boolean(),
  merchant: merchantView,
  /** The payment methods available now, in the merchant's order. */
  methods: z.array(z.enum(checkoutMethods)).readonly(),
  /** The wallet apps to offer on a phone, in the merchant's order. */
  walletApps: z.array(z.enum(walletApps)).readonly(),
  /** The latest order at a hosted provider; null if there is none. */
  provider: z
    .object({
      name: z.enum(providerNames),
      /** Until when the session waits for the order. */
      expiresAt: timestamp,
      /** Until when a confirmation still counts. */
      lateUntil: timestamp,
      /** Whether the customer chose a coin after starting the order. */
      isLeft: z.boolean(),
      /** Whether the order paid the session. */
      hasPaid: z.boolean(),
    })
    .nullable(),
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
  /** Whether the page must ask for the customer's email first. */
  asksDetails: z.boolean(),
  /** The assets that the customer can choose from; empty if the merchant selected one or a payment was seen. */
  choices: z.array(assetChoice),
  /** Whether the merchant or the customer has chosen the coin. */
  assetChosen: z.boolean(),
  /** The price is not final until the page shows the address; choosing a coin locks it, even if there is only one. */
  provisional: z.boolean(),
  address: z.string(),
  amount: z.object({ base: z.string(), formatted: z.string(), decimals: z.int() }),
  received: z.object({ base: z.string(), formatted: z.string() }),
  /** The part that has all its confirmations. */
  confirmed: z.object({ base: z.string(), formatted: z.string() }),
  confirmations: z.int(),
  confirmationsRequired: z.int(),
  txHash: z.string().nullable(),
  transactionUrl: z.string().nullable(),
  /** When the seen money will probably be confirmed; null while none waits for confirmations. */
  confirmedAbout: timestamp.nullable(),
  /** The transaction that a customer's wallet reported since money was last seen. It is unverified. */
  reported: z.object({ hash: z.string(), url: z.string().nullable() }).nullable(),
  /** The token's contract in the chain's explorer. */
  tokenUrl: z.string().nullable(),
  /** For a wallet that doesn't know the chain. */
  network: z.object({ symbol: z.string(), decimals: z.int(), explorerUrl: z.string().nullable() }),
  paidAt: timestamp.nullable(),
  serverNow: timestamp,
  expiresAt: timestamp,
  lateUntil: timestamp,
  /** Whether sending the missing amount by `lateUntil` still completes the payment. */
  acceptsTopUps: z.boolean(),
  /** Final: the page can stop polling. */
  closed: z.boolean(),
  /** Null until the session is paid: whoever has the link must not reach the seller's success page without paying. */
  successUrl: z.string().nullable(),
  cancelUrl: z.string().nullable(),
  returnUrl: z.string().nullable(),
})
export type CheckoutView = z.infer<typeof checkoutView>

/** A transaction that the customer's wallet sent. */
export const reportTransactionBody = z.strictObject({
  hash: z
    .string()
    .regex(/^0x[0-9a-fA-F]{64}$/)
    .transform((text) => text.toLowerCase()),
})

export type ChainOnPage = {
  name: string
  blockTimeMs: number
  network: CheckoutView['network']
  transactionUrl: (hash: string) => string | null
  addressUrl: (address: string) => string | null
}

type LinkOnPage = {
  slug: string
  title: string
  description: string | null
  active: boolean
}

/** Shown beside the session. `link` is null if there was none, or it was deleted. */
export type CheckoutContext = {
  link: LinkOnPage | null
  merchant: Merchant
  settings: Pick<
    Settings,
    'checkoutMethods' | 'walletApps' | 'recheckDelaySeconds' | 'acceptTopUps'
  >
  chain: ChainOnPage
  /** Assets that this instance accepts in the session's mode. */
  offered: readonly AssetChoice[]
  providers: readonly ProviderName[]
  now: Date
}

export function presentCheckoutView(
  session: CheckoutSession,
  { link, merchant, settings, chain, offered, providers, now }: CheckoutContext,
): CheckoutView {
  const { id, status, version, lock, received } = session
  return {
    id,
    status,
    version,
    livemode: session.mode === 'live',
    merchant,
    methods: methodsOf(session, { order: settings.checkoutMethods, enabled: providers, now }),
    provider: providerOnPage(session),
    walletApps: settings.walletApps,
    title: link?.title ?? null,
    description: link?.description ?? null,
    linkPath: link?.active ? `/l/${link.slug}` : null,
    fiat: session.fiat,
    asset: lock.asset,
    tokenAddress: lock.tokenAddress,
    chainId: lock.chainId,
    chainName: chain.name,
    asksDetails: awaitsDetails(session),
    choices: mayChooseAsset(session) ? [...offered] : [],
    assetChosen:
      session.assetSelected || session.pricing === 'chosen' || session.otherTerms.length > 0,
    provisional: session.pricing === 'provisional',
    address: session.address,
    amount: { ...units(lock.amountBase, lock.decimals), decimals: lock.decimals },
    received: units(received.seenBase, lock.decimals),
    confirmed: units(received.confirmedBase, lock.decimals),
    confirmations: received.confirmations,
    confirmationsRequired: session.confirmationsRequired,
    txHash: session.txHash,
    transactionUrl: session.txHash && chain.transactionUrl(session.txHash),
    confirmedAbout: confirmedAbout(session, { chain, settings, now }),
    reported: reportedTransaction(session, chain),
    tokenUrl: lock.tokenAddress && chain.addressUrl(lock.tokenAddress),
    network: chain.network,
    paidAt: session.paidAt?.toISOString() ?? null,
    serverNow: now.toISOString(),
    expiresAt: session.expiresAt.toISOString(),
    lateUntil: session.lateUntil.toISOString(),
    acceptsTopUps: settings.acceptTopUps,
    closed: session.closedAt !== null,
    successUrl: isFulfillable(status) ? session.successUrl : null,
    cancelUrl: session.cancelUrl,
    returnUrl: session.returnUrl,
  }
}

function providerOnPage(session: CheckoutSession): CheckoutView['provider'] {
  const { provider } = session
  if (!provider) return null
  const { name, expiresAt, isLeft, paymentId } = provider
  return {
    name,
    isLeft,
    hasPaid: paymentId !== null,
    expiresAt: expiresAt.toISOString(),
    lateUntil: lastConfirmation(session).toISOString(),
  }
}

type Pace = Pick<CheckoutContext, 'chain' | 'settings' | 'now'>

function confirmedAbout(session: CheckoutSession, { chain, settings, now }: Pace): string | null {
  if (!awaitsConfirmation(session) || !session.firstSeenAt) return null
  const missing = session.confirmationsRequired - session.received.confirmations
  const byBlocks = now.getTime() + Math.max(0, missing) * chain.blockTimeMs
  const byRecheck = session.firstSeenAt.getTime() + settings.recheckDelaySeconds * 1000
  return new Date(Math.max(byBlocks, byRecheck)).toISOString()
}

function reportedTransaction(
  { reportedHashes, closedAt }: CheckoutSession,
  chain: ChainOnPage,
): CheckoutView['reported'] {
  const hash = reportedHashes.at(-1)
  if (hash === undefined || closedAt) return null
  return { hash, url: chain.transactionUrl(hash) }
}

function units(base: bigint, decimals: number): { base: string; formatted: string } {
  return { base: base.toString(), formatted: formatBase(base, decimals) }
}
