import type { CheckoutView } from '../../shared/merchant/checkout/wire/checkout.ts'
import { showSession } from './api.ts'
import { unfinishedKey, unfinishedSession } from './unfinished-session.ts'

/** Remembers on this device which session a link led to, once its address was shown, or a provider was chosen. */
export function rememberSession({ linkPath, id, provisional, provider }: CheckoutView): void {
  const slug = linkPath?.split('/').at(-1)
  if (!slug || (provisional && !provider)) return
  try {
    localStorage.setItem(unfinishedKey(slug), id)
  } catch {
    // Without storage, opening the link again starts a new payment.
  }
}

/** The payment that the customer has begun with this link on this device, if it can still be finished. */
export async function findUnfinished(slug: string): Promise<CheckoutView | undefined> {
  const id = unfinishedSession(slug)
  if (!id) return undefined
  const result = await showSession(id, null)
  if (result.kind === 'ok' && isUnfinished(result.body)) return result.body
  if (result.kind === 'ok' || result.kind === 'rejected') forgetSession(slug)
  return undefined
}

export function forgetSession(slug: string): void {
  try {
    localStorage.removeItem(unfinishedKey(slug))
  } catch {
    // There is nothing to forget.
  }
}

function isUnfinished(view: CheckoutView): boolean {
  const { status, closed, serverNow, expiresAt, received, reported, provider } = view
  if (closed) return false
  if (status === 'detected' || status === 'underpaid' || reported) return true
  if (status === 'expired') return received.base !== '0'
  return status === 'pending' && serverNow < (provider?.expiresAt ?? expiresAt)
}
