import type { Chain } from '../chain/chain.ts'
import {
  findVisitor,
  noteReturn,
  type RecordCustomerDeps,
  type Visitor,
} from '../customers/record-customer.ts'
import type { ExtraWrites, Raced } from '../kernel/extra-writes.ts'
import { newId } from '../kernel/ids.ts'
import type { Mode } from '../kernel/mode.ts'
import { addressCreation } from '../ledger/store/addresses.ts'
import { type LockedPrice, type LockPriceDeps, lockPrice } from '../quotes/lock-price.ts'
import {
  type OrderReading,
  type ReadOrder,
  type ReadOrderDeps,
  readOrder,
  type SessionOrder,
} from '../quotes/read-order.ts'
import type { Quote } from '../quotes/rules/quote.ts'
import { quoteConsumption } from '../quotes/store/quotes.ts'
import { usableQuote } from '../quotes/take-quote.ts'
import type { DerivationIndices } from '../wallet/derivation-indices.ts'
import { commitSession, type SessionWrites } from './commit-session.ts'
import { newTerms } from './new-terms.ts'
import type { CheckoutSession } from './rules/checkout-session.ts'
import { nextLookAt } from './rules/next-look.ts'
import { blockPast } from './rules/wake-time.ts'
import { sessionCreation } from './store/sessions.ts'

export type CreateCheckoutSessionDeps = ReadOrderDeps &
  LockPriceDeps &
  RecordCustomerDeps & {
    indices: DerivationIndices
    /** Tells the deposit address at each index of the mode's account. Throws `wallet_not_configured`. */
    depositAddresses: (mode: Mode) => Promise<(index: number) => string>
    /** Starts the session's timer. Reports its own failure and does not throw: the reconciler makes up for it. */
    startTimer: (session: CheckoutSession, at: Date) => Promise<void>
    /** Is told of every session that was committed. */
    onOpened?: (session: CheckoutSession) => void
  }

export type CreateCheckoutSession = ReadOrder & {
  customerEmail: string | null
  metadata: Record<string, string | number> | null
  successUrl: string | null
  cancelUrl: string | null
  returnUrl: string | null
}

type Options = {
  /** The same input's order, where it is being read already. */
  reading?: OrderReading
  extraWrites?: ExtraWrites<CheckoutSession>
}

/**
 * Opens a session with a deposit address of its own, at a price locked now or by its quote. No chain is asked.
 * `extraWrites` join the transaction. Throws `resource_not_found`, `link_inactive`, `quote_*`, `unsupported_*`,
 * `price_unavailable`, `wallet_not_configured`.
 */
export async function createCheckoutSession(
  deps: CreateCheckoutSessionDeps,
  input: CreateCheckoutSession,
  { reading = readOrder(deps, input), extraWrites }: Options = {},
): Promise<{ session: CheckoutSession } | Raced> {
  const { mode } = input
  await reading.promising
  const index = deps.indices.take(mode)
  const preparation = { reading, index, extraWrites }
  const prepared = await prepare(deps, input, preparation).catch((error: unknown) => {
    deps.indices.giveBack(mode, index)
    throw error
  })
  const { session, visitor, writes, wakeAt } = prepared
  // A timer of a session that is not committed in the end finds none and is over.
  const [fate] = await Promise.all([
    commitSession(deps.table, writes),
    deps.startTimer(session, wakeAt),
  ])
  if (fate !== 'committed') deps.indices.giveBack(mode, index)
  if (fate === 'reply_lost') return { idempotencyRaced: true }
  if (fate === 'quote_lost') return await refuseQuote(deps, input)
  if (visitor) await noteReturn(deps, visitor)
  deps.onOpened?.(session)
  return { session }
}

type Preparation = {
  reading: OrderReading
  index: Promise<number>
  extraWrites: ExtraWrites<CheckoutSession> | undefined
}

type Prepared = {
  session: CheckoutSession
  visitor: Visitor | null
  writes: SessionWrites
  wakeAt: Date
}

/** Everything that may still refuse the request; nothing is written. */
async function prepare(
  deps: CreateCheckoutSessionDeps,
  input: CreateCheckoutSession,
  { extraWrites, ...preparation }: Preparation,
): Promise<Prepared> {
  const { mode, customerEmail: email } = input
  const [{ session, quote, chain }, visitor, settings] = await Promise.all([
    newSession(deps, input, preparation),
    email === null ? null : findVisitor(deps, { mode, email }),
    deps.settings(mode),
  ])
  const writes = {
    session: [sessionCreation(session, nextLookAt(session, settings)), addressCreation(session)],
    quote: quote ? [quoteConsumption(quote, { sessionId: session.id, at: session.createdAt })] : [],
    customer: visitor?.creation ?? [],
    reply: (await extraWrites?.(session)) ?? [],
  }
  return { session, visitor, writes, wakeAt: blockPast(session.expiresAt, chain) }
}

/** Says what became of a quote that could be used a moment ago. */
async function refuseQuote(
  deps: CreateCheckoutSessionDeps,
  { mode, source }: CreateCheckoutSession,
): Promise<never> {
  if (source.kind === 'quote') await usableQuote(deps, { mode, quoteId: source.quoteId })
  throw new Error('a quote was lost to nobody')
}

async function newSession(
  deps: CreateCheckoutSessionDeps,
  input: CreateCheckoutSession,
  { reading, index }: Pick<Preparation, 'reading' | 'index'>,
): Promise<{ session: CheckoutSession; quote: Quote | null; chain: Chain }> {
  const { mode } = input
  const [{ order, price }, derivationIndex, addressAt] = await Promise.all([
    reading.order.then(async (order) => ({
      order,
      price: order.quote ?? (await lockPrice(deps, order)),
    })),
    index,
    deps.depositAddresses(mode),
  ])
  const fresh = await pendingSession(deps, { input, order, price })
  const session = { ...fresh, derivationIndex, address: addressAt(derivationIndex) }
  return { session, quote: order.quote, chain: order.asset.chain }
}

type SessionParts = { input: CreateCheckoutSession; order: SessionOrder; price: LockedPrice }

/** A session as it begins, but for its address. */
async function pendingSession(
  { settings: settingsOf, now, randomBytes }: CreateCheckoutSessionDeps,
  { input, order, price }: SessionParts,
): Promise<Omit<CheckoutSession, 'address' | 'derivationIndex'>> {
  const { mode, metadata, returnUrl, customerEmail } = input
  const { link, fiat, assetSelected } = order
  const { chain } = order.asset
  const settings = await settingsOf(mode)
  const createdAt = now()
  return {
    id: newId('checkoutSession', createdAt, randomBytes),
    mode,
    version: 1,
    sequence: 0,
    status: 'pending',
    linkId: link?.id ?? null,
    fiat,
    ethPriceUsd: price.ethPriceUsd,
    ...newTerms(price, { chain, settings, at: createdAt }),
    otherTerms: [],
    assetSelected,
    received: { seenBase: 0n, confirmedBase: 0n, confirmations: 0 },
    firstSeenAt: null,
    vanishedAt: null,
    closedAt: null,
    paidAt: null,
    txHash: null,
    failureReason: null,
    settlement: null,
    metadata,
    successUrl: input.successUrl ?? link?.successUrl ?? null,
    cancelUrl: input.cancelUrl ?? link?.cancelUrl ?? null,
    returnUrl,
    customerEmail,
    createdAt,
    updatedAt: createdAt,
  }
}
