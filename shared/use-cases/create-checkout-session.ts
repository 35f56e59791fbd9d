import type { CheckoutSession } from '../domain/checkout-session.ts'
import { newId } from '../domain/ids.ts'
import type { Mode } from '../domain/mode.ts'
import { nextLookAt } from '../domain/next-look.ts'
import type { Quote } from '../domain/quote.ts'
import { addressCreation } from '../store/addresses.ts'
import { quoteConsumption } from '../store/quotes.ts'
import { nextDerivationIndex, sessionCreation } from '../store/sessions.ts'
import { commitSession } from './commit-session.ts'
import type { ExtraWrites, Raced } from './extra-writes.ts'
import { type LockedPrice, type LockPriceDeps, lockPrice } from './lock-price.ts'
import { newTerms } from './new-terms.ts'
import {
  type OrderReading,
  type ReadOrder,
  type ReadOrderDeps,
  readOrder,
  type SessionOrder,
} from './read-order.ts'
import { type RecordCustomerDeps, recordCustomer } from './record-customer.ts'
import { usableQuote } from './take-quote.ts'

export type CreateCheckoutSessionDeps = ReadOrderDeps &
  LockPriceDeps &
  RecordCustomerDeps & {
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
  const { mode, customerEmail: email } = input
  const customerWrites = async () => (email === null ? [] : recordCustomer(deps, { mode, email }))
  const [{ session, quote }, customer] = await Promise.all([
    newSession(deps, input, reading),
    customerWrites(),
  ])
  const settings = await deps.settings(mode)
  const writes = {
    session: [sessionCreation(session, nextLookAt(session, settings)), addressCreation(session)],
    quote: quote ? [quoteConsumption(quote, { sessionId: session.id, at: session.createdAt })] : [],
    customer,
    reply: (await extraWrites?.(session)) ?? [],
  }
  // A timer of a session that is not committed in the end finds none and is over.
  const [fate] = await Promise.all([
    commitSession(deps.table, writes, customerWrites),
    deps.startTimer(session, session.expiresAt),
  ])
  if (fate === 'reply_lost') return { idempotencyRaced: true }
  if (fate === 'quote_lost') return await refuseQuote(deps, input)
  deps.onOpened?.(session)
  return { session }
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
  { promising, order: reading }: OrderReading,
): Promise<{ session: CheckoutSession; quote: Quote | null }> {
  const { mode } = input
  await promising
  const [{ order, price }, derivationIndex, addressAt] = await Promise.all([
    reading.then(async (order) => ({
      order,
      price: order.quote ?? (await lockPrice(deps, order)),
    })),
    nextDerivationIndex(deps.table, mode),
    deps.depositAddresses(mode),
  ])
  const fresh = await pendingSession(deps, { input, order, price })
  const session = { ...fresh, derivationIndex, address: addressAt(derivationIndex) }
  return { session, quote: order.quote }
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
    metadata,
    successUrl: input.successUrl ?? link?.successUrl ?? null,
    cancelUrl: input.cancelUrl ?? link?.cancelUrl ?? null,
    returnUrl,
    customerEmail,
    createdAt,
    updatedAt: createdAt,
  }
}
