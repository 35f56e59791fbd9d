import type { CheckoutView } from '../../../shared/checkout-sessions/wire/checkout.ts'
import type { Failure } from '../service/call.ts'
import { ensureFirstKey } from './first-key.ts'

const json = { 'Content-Type': 'application/json' }
const price = { value: '5.00', currency: 'USD' }

/** Creates a payment as a shop's server does, with the first API key. Returns the id of its session. */
export async function createPayment(
  coin: { chainId: number; asset: string },
  keyName: string,
): Promise<Failure | { id: string }> {
  const created = await ensureFirstKey(keyName)
  if ('kind' in created) return created
  try {
    const response = await fetch('/api/v1/checkout_sessions', {
      method: 'POST',
      headers: { ...json, Authorization: `Bearer ${created.key}` },
      body: JSON.stringify({ amount: price, ...coin }),
    })
    const body: unknown = await response.json()
    if (isRecord(body) && typeof body['id'] === 'string') return { id: body['id'] }
    const error = isRecord(body) ? body['error'] : undefined
    const message = isRecord(error) ? String(error['message']) : ''
    return { kind: 'rejected', code: 'payment', message, param: null }
  } catch {
    return { kind: 'unreachable' }
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
