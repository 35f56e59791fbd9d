import type { APIGatewayProxyEvent } from 'aws-lambda'
import type { ApiKey } from '../api-keys/rules/api-key.ts'
import { invariant } from '../kernel/invariant.ts'
import type { StoredReply } from './store/idempotency.ts'

/** A request on its way through a pipeline, and the headers that its response will have, success or error. */
export type Exchange = { event: APIGatewayProxyEvent; headers: Record<string, string> }

/** The earlier reply to a request with an `Idempotency-Key`, which is being read. */
type Recall = {
  scope: string
  fingerprint: string
  found: Promise<StoredReply | undefined>
}

/** `isAwaited` once somebody waits for the outcome, which rejects with `rate_limit_exceeded`. */
type RequestCount = { outcome: Promise<void>; isAwaited: boolean }

/** What the steps of the merchants' pipeline find out, in their order. */
export type MerchantExchange = Exchange & {
  key?: ApiKey
  recall?: Recall
  count?: RequestCount
}

export function exchangeOf(event: APIGatewayProxyEvent): Exchange {
  return { event, headers: { 'X-Request-Id': event.requestContext.requestId } }
}

/** The key that the request came with, once it is authenticated. */
export function keyOf({ key }: MerchantExchange): ApiKey {
  invariant(key, 'the request is authenticated by now')
  return key
}
