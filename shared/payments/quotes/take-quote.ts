import type { Chain } from '../../chain/chain.ts'
import { assetsOf } from '../../chain/chains.ts'
import { ServiceError } from '../../kernel/errors.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Table } from '../../kernel/store/table.ts'
import type { PaymentLink } from '../../records/payment-links/rules/payment-link.ts'
import { loadPaymentLink } from '../../records/payment-links/store/payment-links.ts'
import type { Quote } from './rules/quote.ts'
import type { PayableAsset } from './select-asset.ts'
import { loadQuote } from './store/quotes.ts'
import type { Order } from './take-order.ts'

export type QuotedOrderDeps = {
  table: Table
  /** The chains that a mode's quotes may be paid on, whether more of them are made or not. */
  payableChains: (mode: Mode) => Promise<readonly Chain[]>
}

type QuoteKey = { mode: Mode; quoteId: string }

/** The order of a usable quote. Throws `link_inactive`, and `unsupported_chain` if the chain was disabled. */
export async function quotedOrder(
  deps: QuotedOrderDeps,
  quote: Quote,
): Promise<Order & { quote: Quote }> {
  const [link, chains] = await Promise.all([
    quote.linkId === null ? null : linkOf(deps.table, quote, quote.linkId),
    deps.payableChains(quote.mode),
  ])
  return { quote, link, fiat: quote.fiat, asset: quotedAsset(chains, quote) }
}

/**
 * The quote, if a session can be created from it now. Throws `resource_not_found`, `quote_consumed`, `quote_expired`.
 */
export async function usableQuote(
  { table, now }: { table: Table; now: () => Date },
  { mode, quoteId }: QuoteKey,
): Promise<Quote> {
  const param = 'quoteId'
  const quote = await loadQuote(table, mode, quoteId)
  if (!quote) {
    throw new ServiceError(
      'resource_not_found',
      `quoteId ${quoteId} does not exist. Create a quote, or send amount or linkId.`,
      { param },
    )
  }
  const { checkoutSessionId, lock } = quote
  if (checkoutSessionId !== null) throw quoteConsumed(quoteId, checkoutSessionId)
  if (lock.expiresAt <= now()) throw quoteExpired(quoteId, lock.expiresAt)
  return quote
}

export function quoteConsumed(quoteId: string, sessionId: string): ServiceError {
  const message = `quoteId ${quoteId} was already used for session ${sessionId}. Create another quote.`
  return new ServiceError('quote_consumed', message, { param: 'quoteId' })
}

export function quoteExpired(quoteId: string, at: Date): ServiceError {
  const message = `quoteId ${quoteId} expired at ${at.toISOString()}. Create another quote.`
  return new ServiceError('quote_expired', message, { param: 'quoteId' })
}

async function linkOf(table: Table, { mode, id }: Quote, linkId: string): Promise<PaymentLink> {
  const link = await loadPaymentLink(table, mode, linkId)
  if (link?.active) return link
  throw new ServiceError(
    'link_inactive',
    `quoteId ${id} is for payment link ${linkId}, which is ${link ? 'no longer active. Activate it first' : 'deleted. Use another link'}.`,
    { param: 'quoteId' },
  )
}

function quotedAsset(chains: readonly Chain[], { lock }: Quote): PayableAsset {
  const chain = chains.find(({ chainId }) => chainId === lock.chainId)
  const asset = chain && assetsOf(chain).find(({ symbol }) => symbol === lock.asset)
  if (chain && asset) return { ...asset, chain }
  throw new ServiceError(
    'unsupported_chain',
    `quoteId is a quote for ${lock.asset} on chain ${lock.chainId}, which is no longer offered. Create another quote.`,
    { param: 'quoteId' },
  )
}
