import type { CheckoutView, LinkView } from '../../shared/contract/checkout.ts'
import { sessionStatuses } from '../../shared/domain/checkout-session.ts'

/** What a request came to. `refused` carries the error code of the service, `unreachable` means no usable answer. */
export type Answer<Body> =
  | { kind: 'ok'; body: Body; etag: string | null }
  | { kind: 'unchanged' }
  | { kind: 'refused'; code: string }
  | { kind: 'unreachable' }

const timeoutMs = 15_000

export function showLink(slug: string): Promise<Answer<LinkView>> {
  return request(linkPath(slug), { isBody: isLinkView })
}

/** Creates the visitor's own session. Every call makes another one. */
export function openLink(slug: string): Promise<Answer<CheckoutView>> {
  return request(`${linkPath(slug)}/sessions`, { method: 'POST', isBody: isCheckoutView })
}

/** The session, or `unchanged` where it still is the version that `etag` names. */
export function showSession(id: string, etag: string | null): Promise<Answer<CheckoutView>> {
  return request(sessionPath(id), { etag, isBody: isCheckoutView })
}

/** Asks for a look at the chain; what it finds comes with the next version. */
export function checkPayment(id: string): Promise<Answer<CheckoutView>> {
  return request(`${sessionPath(id)}/check`, { method: 'POST', isBody: isCheckoutView })
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

type Request<Body> = {
  method?: 'GET' | 'POST'
  etag?: string | null
  isBody: (body: unknown) => body is Body
}

async function request<Body>(path: string, options: Request<Body>): Promise<Answer<Body>> {
  const { method = 'GET', etag, isBody } = options
  try {
    // The browser's own cache would answer with an old `serverNow`, so the version is compared by hand.
    const response = await fetch(path, {
      method,
      cache: 'no-store',
      credentials: 'same-origin',
      headers: { Accept: 'application/json', ...(etag && { 'If-None-Match': etag }) },
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.status === 304) return { kind: 'unchanged' }
    const body: unknown = await response.json()
    if (response.ok && isBody(body)) {
      return { kind: 'ok', body, etag: response.headers.get('ETag') }
    }
    const code = errorCode(body)
    return code ? { kind: 'refused', code } : { kind: 'unreachable' }
  } catch {
    // Offline, timed out, or an answer that is not ours: one case for the customer, and the caller asks again.
    return { kind: 'unreachable' }
  }
}

function isCheckoutView(body: unknown): body is CheckoutView {
  if (!isRecord(body)) return false
  return sessionStatuses.some((status) => status === body['status']) && 'expiresAt' in body
}

function isLinkView(body: unknown): body is LinkView {
  return isRecord(body) && typeof body['title'] === 'string' && isRecord(body['fiat'])
}

function errorCode(body: unknown): string | undefined {
  const error = isRecord(body) ? body['error'] : undefined
  const code = isRecord(error) ? error['code'] : undefined
  return typeof code === 'string' ? code : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
