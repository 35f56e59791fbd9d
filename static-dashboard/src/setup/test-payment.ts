import type { CheckoutView } from '../../../shared/merchant/checkout/wire/checkout.ts'
import { call } from '../service/call.ts'
import type { Failure, Result } from '../service/result.ts'

const json = { 'Content-Type': 'application/json' }
const price = { fiatAmount: '5.00', fiatCurrency: 'USD' }
const nothingElse = { description: null, successUrl: null, cancelUrl: null }

type Coin = { chainId: number; asset: string }
/** The slug of an earlier test payment's link; `title` names a new one. */
type Link = { slug: string | undefined; title: string }

/**
 * Opens a payment link as a customer does, and chooses a coin. The service notes link and session, so that any browser
 * continues with them.
 */
export async function createPayment(coin: Coin, link: Link): Promise<Result<{ id: string }>> {
  const slug = await linkFor(link)
  if (slug.kind !== 'ok') return slug
  const opened = await post(`/api/checkout/links/${slug.output}/sessions`, {})
  const isGone = opened.kind === 'rejected' && goneCodes.has(opened.code)
  if (isGone && link.slug !== undefined) return createPayment(coin, { ...link, slug: undefined })
  if (opened.kind !== 'ok') return opened
  const { id } = opened.output
  const chosen = await post(`/api/checkout/sessions/${id}/asset`, coin)
  if (chosen.kind !== 'ok') return chosen
  const noted = await call('note-setup', { step: 'payment', slug: slug.output, sessionId: id })
  return noted.kind === 'ok' ? { kind: 'ok', output: { id } } : noted
}

/** The link was removed or made inactive since. */
const goneCodes: ReadonlySet<string> = new Set(['resource_not_found', 'link_gone'])

async function linkFor({ slug, title }: Link): Promise<Result<string>> {
  if (slug !== undefined) return { kind: 'ok', output: slug }
  const added = await call('add-link', { mode: 'test', title, ...price, ...nothingElse })
  if (added.kind !== 'ok') return added
  const made = added.output.slug
  const noted = await call('note-setup', { step: 'payment', slug: made, sessionId: null })
  return noted.kind === 'ok' ? { kind: 'ok', output: made } : noted
}

async function post(path: string, body: unknown): Promise<Result<CheckoutView>> {
  try {
    const options = { method: 'POST', headers: json, body: JSON.stringify(body) }
    const response = await fetch(path, options)
    const received: unknown = await response.json()
    return isView(received) ? { kind: 'ok', output: received } : rejectionIn(received)
  } catch {
    return { kind: 'unreachable' }
  }
}

function rejectionIn(body: unknown): Failure {
  const error = isRecord(body) ? body['error'] : undefined
  if (!isRecord(error)) return { kind: 'unreachable' }
  return {
    kind: 'rejected',
    param: null,
    code: String(error['code']),
    message: String(error['message']),
  }
}

/** The payment as its customer sees it; undefined if it can't be loaded now. */
export async function showPayment(id: string): Promise<CheckoutView | undefined> {
  try {
    const response = await fetch(`/api/checkout/sessions/${id}`)
    const body: unknown = await response.json()
    return response.ok && isView(body) ? body : undefined
  } catch {
    return undefined
  }
}

/** Pays exactly, from the wallet of this local instance. Returns whether it did. */
export async function payWithPlayMoney(view: CheckoutView): Promise<boolean> {
  const { chainId, asset, address, amount } = view
  try {
    const response = await fetch('/local/payments', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ chainId, asset, address, amountBase: amount.base }),
    })
    return response.ok
  } catch {
    return false
  }
}

function isView(body: unknown): body is CheckoutView {
  return isRecord(body) && typeof body['status'] === 'string' && isRecord(body['amount'])
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
