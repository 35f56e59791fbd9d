import type { Chain } from '../../chain/chain.ts'
import { newId } from '../../kernel/ids.ts'
import { shardsToWrite } from '../../kernel/index-shards.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Decision } from '../../kernel/operation/commit.ts'
import type { SideNote } from '../../kernel/operation/side-note.ts'
import { shardOf } from '../../kernel/store/shards.ts'
import type {
  CheckoutSession,
  Pricing,
} from '../../payments/checkout-sessions/rules/checkout-session.ts'
import { nextScanAt } from '../../payments/checkout-sessions/rules/next-scan.ts'
import { urlOfSession } from '../../payments/checkout-sessions/rules/url-of-session.ts'
import { expiryPast, paceOf } from '../../payments/checkout-sessions/rules/wake-time.ts'
import { sessionPairs } from '../../payments/checkout-sessions/store/session-pairs.ts'
import { sessionWords } from '../../payments/checkout-sessions/store/session-words.ts'
import { sessionCreation } from '../../payments/checkout-sessions/store/sessions.ts'
import { customerSession } from '../../payments/checkout-sessions/store/sessions-of-customer.ts'
import { addressCreation } from '../../payments/ledger/store/addresses.ts'
import {
  type LockedPrice,
  type LockPriceDeps,
  lockPrice,
} from '../../payments/quotes/lock-price.ts'
import type {
  OrderReading,
  ReadOrder,
  ReadOrderDeps,
  SessionOrder,
} from '../../payments/quotes/read-order.ts'
import type { Quote } from '../../payments/quotes/rules/quote.ts'
import { quoteConsumption } from '../../payments/quotes/store/quotes.ts'
import type { DepositWallets } from '../../payments/wallet/deposit-wallet.ts'
import type { DerivationIndices } from '../../payments/wallet/derivation-indices.ts'
import {
  findVisitor,
  noteReturn,
  type RecordCustomerDeps,
} from '../../records/customers/record-customer.ts'
import { nameIn } from '../../records/customers/rules/name-in.ts'
import { requireNewPayments } from '../../records/settings/require-new-payments.ts'
import { newTerms } from './new-terms.ts'

export type OpenSessionServices = ReadOrderDeps &
  LockPriceDeps &
  RecordCustomerDeps & {
    indices: DerivationIndices
    /** Throws `wallet_not_configured`. */
    depositWallets: (mode: Mode) => Promise<DepositWallets>
    firstTimer: (session: CheckoutSession, at: Date) => SideNote
    /** Called with every committed session. */
    onOpened?: (session: CheckoutSession) => void
  }

export type OpenSession = ReadOrder & {
  customerEmail: string | null
  metadata: Record<string, string | number> | null
  successUrl: string | null
  cancelUrl: string | null
  returnUrl: string | null
  pricing: Extract<Pricing, 'agreed' | 'provisional'>
}

/** How long a link's visitor may take to open the address, at the price of their first moment. */
const provisionalSeconds = 1800

/**
 * Creates a session with its own deposit address, at a price locked now or by its quote, for the order that is being
 * read. Calls no chain. Throws `resource_not_found`, `link_inactive`, `quote_*`, `unsupported_*`, `price_unavailable`,
 * `wallet_not_configured`, and `intake_stopped` while the owner has paused new payments.
 */
export async function openSession(
  services: OpenSessionServices,
  input: OpenSession,
  reading: OrderReading,
): Promise<Decision<CheckoutSession>> {
  const { mode } = input
  await Promise.all([reading.promising, requireNewPayments(services, mode)])
  const index = services.indices.take(mode)
  // A rejected request leaves its index to the next one.
  const abandoned = () => services.indices.release(mode, index)
  try {
    return { ...(await decide(services, input, { reading, index })), abandoned }
  } catch (error) {
    abandoned()
    throw error
  }
}

type Preparation = { reading: OrderReading; index: Promise<number> }

async function decide(
  services: OpenSessionServices,
  input: OpenSession,
  preparation: Preparation,
): Promise<Decision<CheckoutSession>> {
  const { mode, customerEmail: email } = input
  const name = nameIn(input.metadata)
  const [{ session, walletId, quote, chain }, visitor, settings] = await Promise.all([
    newSession(services, input, preparation),
    email === null ? null : findVisitor(services, { mode, email, name }),
    services.settings(mode),
  ])
  const consumption = { sessionId: session.id, at: session.createdAt }
  return {
    result: session,
    writes: [
      sessionCreation(session, nextScanAt(session, settings)),
      addressCreation({ ...session, walletId }),
      ...(quote ? [quoteConsumption(quote, consumption)] : []),
      ...(visitor ? [...visitor.creation, customerSession(session, visitor.id)] : []),
      ...sessionWords(session, settings.searchableMetadata),
      ...sessionPairs(session),
    ],
    // If the session is not committed in the end, its timer finds none and ends. A provisional price gets its timer when
    // the address is shown; until then, the reconciler ends it.
    ...(input.pricing === 'agreed' && {
      alongside: services.firstTimer(
        session,
        expiryPast(session.expiresAt, paceOf(session, chain)),
      ),
    }),
    after: async () => {
      if (visitor) await noteReturn(services, visitor)
      services.onOpened?.(session)
    },
  }
}

type NewSession = {
  session: CheckoutSession
  /** The wallet of its address. */
  walletId: string
  quote: Quote | null
  chain: Chain
}

async function newSession(
  services: OpenSessionServices,
  input: OpenSession,
  { reading, index }: Preparation,
): Promise<NewSession> {
  const { mode } = input
  const [{ order, price }, derivationIndex, { newest }] = await Promise.all([
    reading.order.then(async (order) => ({
      order,
      price: order.quote ?? (await lockPrice(services, order)),
    })),
    index,
    services.depositWallets(mode),
  ])
  const fresh = await pendingSession(services, { input, order, price })
  const session = { ...fresh, derivationIndex, address: newest.addressAt(derivationIndex) }
  const { walletId } = newest
  return { session, walletId, quote: order.quote, chain: order.asset.chain }
}

type SessionParts = { input: OpenSession; order: SessionOrder; price: LockedPrice }

/** A new session, without its address. */
async function pendingSession(
  { settings: settingsOf, now, randomBytes }: OpenSessionServices,
  { input, order, price }: SessionParts,
): Promise<Omit<CheckoutSession, 'address' | 'derivationIndex'>> {
  const { mode, metadata, returnUrl, customerEmail } = input
  const { link, fiat, assetSelected } = order
  const { chain } = order.asset
  const settings = await settingsOf(mode)
  const createdAt = now()
  const ttlSeconds =
    input.pricing === 'provisional' ? provisionalSeconds : settings.sessionTtlSeconds
  const id = newId('checkoutSession', createdAt, randomBytes)
  return {
    id,
    mode,
    shard: shardOf(id, shardsToWrite(settings.indexShards, createdAt)),
    version: 1,
    sequence: 0,
    status: 'pending',
    linkId: link?.id ?? null,
    fiat,
    ethPriceUsd: price.ethPriceUsd,
    ...newTerms(price, { chain, settings, at: createdAt, ttlSeconds }),
    otherTerms: [],
    pricing: input.pricing,
    reportedHashes: [],
    assetSelected,
    received: { seenBase: 0n, confirmedBase: 0n, confirmations: 0 },
    firstSeenAt: null,
    vanishedAt: null,
    closedAt: null,
    provider: null,
    paidAt: null,
    txHash: null,
    failureReason: null,
    settlement: null,
    refunds: { promisedBase: 0n, doneBase: 0n },
    metadata,
    successUrl: urlOfSession(input.successUrl ?? link?.successUrl ?? null, id),
    cancelUrl: urlOfSession(input.cancelUrl ?? link?.cancelUrl ?? null, id),
    returnUrl: urlOfSession(returnUrl, id),
    customerEmail,
    createdAt,
    updatedAt: createdAt,
  }
}
