import type {
  CheckoutView,
  SubmitDetailsBody,
} from '../../shared/merchant/checkout/wire/checkout.ts'
import { sessionStatuses } from '../../shared/payments/checkout-sessions/rules/checkout-session.ts'
import type { ProviderName } from '../../shared/records/integrations/rules/provider-name.ts'
import type { LinkView } from '../../shared/records/payment-links/wire/link-view.ts'
import type { Coin } from './customer-steps.ts'
import { linkPath, openingPath, sessionPath } from './paths.ts'
import { isRecord, type Result, request } from './request.ts'
import { openingJson } from './route.ts'

export function showLink(slug: string): Promise<Result<LinkView>> {
  return request(linkPath(slug), { isBody: isLinkView })
}

/** Creates a session for the visitor. Every call creates a new one. */
export function openLink(
  slug: string,
  prefillEmail: string | undefined,
): Promise<Result<CheckoutView>> {
  const json = openingJson({ prefillEmail })
  return request(openingPath(slug), { method: 'POST', json, isBody: isCheckoutView })
}

/** Retrieves the session, or `unchanged` if it is still the version of `etag`. */
export function showSession(id: string, etag: string | null): Promise<Result<CheckoutView>> {
  return request(sessionPath(id), { etag, isBody: isCheckoutView })
}

/** Requests a scan of the chain; its result is in the next version of the session. */
export function checkPayment(id: string): Promise<Result<CheckoutView>> {
  return request(`${sessionPath(id)}/check`, { method: 'POST', isBody: isCheckoutView })
}

/** Reports the transaction that the customer's wallet sent: a hint, which every device then shows. */
export function reportTransaction(id: string, hash: string): Promise<Result<CheckoutView>> {
  const options = { method: 'POST', json: { hash }, isBody: isCheckoutView } as const
  return request(`${sessionPath(id)}/transactions`, options)
}

/** Sends the customer's details. This is possible until the first payment is detected. */
export function sendDetails(id: string, details: SubmitDetailsBody): Promise<Result<CheckoutView>> {
  const options = { method: 'POST', json: details, isBody: isCheckoutView } as const
  return request(`${sessionPath(id)}/details`, options)
}

/** Chooses another coin, which locks a new price and restarts the time to pay. */
export function sendChoice(id: string, choice: Coin): Promise<Result<CheckoutView>> {
  const { chainId, asset } = choice
  const options = { method: 'POST', json: { chainId, asset }, isBody: isCheckoutView } as const
  return request(`${sessionPath(id)}/asset`, options)
}

/** Starts to pay through a hosted provider, which may be slow to respond. Returns where to go. */
export function sendOrder(id: string, provider: ProviderName): Promise<Result<{ url: string }>> {
  const options = { method: 'POST', json: { provider }, timeoutMs: 30_000 } as const
  return request(`${sessionPath(id)}/provider-orders`, { ...options, isBody: hasUrl })
}

function hasUrl(body: unknown): body is { url: string } {
  return isRecord(body) && typeof body['url'] === 'string'
}

/** Opens a stream of server-sent events: `session` with a view in its data, and `heartbeat` in between. */
export function openStream(id: string): EventSource {
  return new EventSource(`${sessionPath(id)}/stream`)
}

/** Reads a view from a stream event; undefined if this version of the page doesn't understand it. */
export function readView(text: string): CheckoutView | undefined {
  const body: unknown = JSON.parse(text)
  return isCheckoutView(body) ? body : undefined
}

function isCheckoutView(body: unknown): body is CheckoutView {
  if (!isRecord(body)) return false
  const isKnown = sessionStatuses.some((status) => status === body['status'])
  return isKnown && 'expiresAt' in body && Array.isArray(body['choices'])
}

function isLinkView(body: unknown): body is LinkView {
  return isRecord(body) && typeof body['title'] === 'string' && isRecord(body['fiat'])
}
