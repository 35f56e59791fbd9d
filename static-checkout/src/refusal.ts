import type { CheckoutView } from '../../shared/checkout-sessions/wire/checkout.ts'
import { showSession } from './api.ts'
import type { Refusal } from './customer-steps.ts'
import type { Answer } from './request.ts'
import type { Action } from './state.ts'

const refusals: Partial<Record<string, Refusal>> = {
  state_changed: 'changed',
  rate_limit_exceeded: 'busy',
  price_unavailable: 'no_price',
}

/** Why the customer's request was refused. A session that has moved on is shown as it now is. */
export async function refusalOf(
  id: string,
  answer: Exclude<Answer<CheckoutView>, { kind: 'ok' }>,
  dispatch: (action: Action) => void,
): Promise<Refusal> {
  const refusal = (answer.kind === 'refused' && refusals[answer.code]) || 'unreachable'
  if (refusal !== 'changed') return refusal
  const now = await showSession(id, null)
  if (now.kind === 'ok') dispatch({ type: 'sessionShown', view: now.body, atMs: Date.now() })
  return refusal
}
