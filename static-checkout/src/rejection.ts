import { showSession } from './api.ts'
import type { Rejection } from './customer-steps.ts'
import type { Result } from './request.ts'
import type { Action } from './state.ts'

const rejections: Partial<Record<string, Rejection>> = {
  state_changed: 'changed',
  rate_limit_exceeded: 'busy',
  price_unavailable: 'no_price',
}

/** Returns why the customer's request was rejected. If the session has changed, shows its current version. */
export async function rejectionOf(
  id: string,
  result: Exclude<Result<unknown>, { kind: 'ok' }>,
  dispatch: (action: Action) => void,
): Promise<Rejection> {
  const rejection = (result.kind === 'rejected' && rejections[result.code]) || 'unreachable'
  if (rejection !== 'changed') return rejection
  const now = await showSession(id, null)
  if (now.kind === 'ok') dispatch({ type: 'sessionShown', view: now.body, atMs: Date.now() })
  return rejection
}
