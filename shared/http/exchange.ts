import type { APIGatewayProxyEvent } from 'aws-lambda'
import { invariant } from '../kernel/invariant.ts'
import type { Mode } from '../kernel/mode.ts'
import type { Scope } from '../kernel/scopes.ts'
import type { StoredReply } from './store/idempotency.ts'

/** A request in a pipeline, and the headers of its response, whether success or error. */
export type Exchange = { event: APIGatewayProxyEvent; headers: Record<string, string> }

/** The lookup of an earlier reply to a request with an `Idempotency-Key`. */
type Recall = {
  scope: string
  fingerprint: string
  found: Promise<StoredReply | undefined>
}

/** `isAwaited` once something awaits the outcome, which rejects with `rate_limit_exceeded`. */
type RequestCount = { outcome: Promise<void>; isAwaited: boolean }

export type RequestKey = { id: string; name: string; mode: Mode; scopes: readonly Scope[] }

/** Fields that the steps of the merchants' pipeline add, in their order. */
export type MerchantExchange = Exchange & {
  key?: RequestKey
  recall?: Recall
  count?: RequestCount
}

export function exchangeOf(event: APIGatewayProxyEvent): Exchange {
  return { event, headers: { 'X-Request-Id': event.requestContext.requestId } }
}

/** The request's API key, once it is authenticated. */
export function keyOf({ key }: MerchantExchange): RequestKey {
  invariant(key, 'the request is authenticated by now')
  return key
}
