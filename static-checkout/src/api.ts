import { sessionStatuses } from '../../shared/checkout-sessions/rules/checkout-session.ts'
import type {
  AssetChoice,
  CheckoutView,
  GiveDetailsBody,
  LinkView,
} from '../../shared/checkout-sessions/wire/checkout.ts'
import { type Answer, isRecord, request } from './request.ts'

export function showLink(slug: string): Promise<Answer<LinkView>> {
  return request(linkPath(slug), { isBody: isLinkView })
}

/** Creates the visitor's own session. Every call makes another one. */
export function openLink(
  slug: string,
  prefillEmail: string | undefined,
): Promise<Answer<CheckoutView>> {
  const json = prefillEmail ? { prefillEmail } : {}
  return request(`${linkPath(slug)}/sessions`, { method: 'POST', json, isBody: isCheckoutView })
}

/** The session, or `unchanged` where it still is the version that `etag` names. */
export function showSession(id: string, etag: string | null): Promise<Answer<CheckoutView>> {
  return request(sessionPath(id), { etag, isBody: isCheckoutView })
}

/** Asks for a look at the chain; what it finds comes with the next version. */
export function checkPayment(id: string): Promise<Answer<CheckoutView>> {
  return request(`${sessionPath(id)}/check`, { method: 'POST', isBody: isCheckoutView })
}

/** Says who pays; possible until the first money is seen. */
export function sendDetails(id: string, details: GiveDetailsBody): Promise<Answer<CheckoutView>> {
  const options = { method: 'POST', json: details, isBody: isCheckoutView } as const
  return request(`${sessionPath(id)}/details`, options)
}

/** Fixes the price in another coin, and starts the time to pay it anew. */
export function sendChoice(id: string, choice: AssetChoice): Promise<Answer<CheckoutView>> {
  const { chainId, asset } = choice
  const options = { method: 'POST', json: { chainId, asset }, isBody: isCheckoutView } as const
  return request(`${sessionPath(id)}/asset`, options)
}

/** Server-sent events: `session` with a view in its data, `heartbeat` in between. */
export function openStream(id: string): EventSource {
  return new EventSource(`${sessionPath(id)}/stream`)
}

/** A view out of a stream's event; undefined for anything this version of the page does not understand. */
export function readView(text: string): CheckoutView | undefined {
  const body: unknown = JSON.parse(text)
  return isCheckoutView(body) ? body : undefined
}

function linkPath(slug: string): string {
  return `/api/checkout/links/${encodeURIComponent(slug)}`
}

function sessionPath(id: string): string {
  return `/api/checkout/sessions/${encodeURIComponent(id)}`
}

function isCheckoutView(body: unknown): body is CheckoutView {
  if (!isRecord(body)) return false
  const isKnown = sessionStatuses.some((status) => status === body['status'])
  return isKnown && 'expiresAt' in body && Array.isArray(body['choices'])
}

function isLinkView(body: unknown): body is LinkView {
  return isRecord(body) && typeof body['title'] === 'string' && isRecord(body['fiat'])
}
