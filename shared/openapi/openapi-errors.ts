import { chainById } from '../chain/chains.ts'
import { routeNotFound, timedOut } from '../http/gateway-errors.ts'
import { idempotencyKeyInvalid, idempotencyKeyReused } from '../http/idempotent-reply.ts'
import { bodyTooLarge, malformedJson, unsupportedMediaType } from '../http/json-body.ts'
import { parseWith } from '../http/parse-with.ts'
import { unauthenticated } from '../http/steps/authenticate.ts'
import { rateLimitExceeded } from '../http/steps/count-request.ts'
import { internalError } from '../http/steps/error-responses.ts'
import { insufficientScope } from '../http/steps/require-scope.ts'
import {
  type apiErrors,
  type ErrorCode,
  errors,
  resourceNotFound,
  ServiceError,
} from '../kernel/errors.ts'
import { presentError } from '../kernel/wire/error.ts'
import { createPaymentLink } from '../merchant/payment-links/create-payment-link.ts'
import { listPaymentLinks } from '../merchant/payment-links/list-payment-links.ts'
import { createQuote } from '../merchant/quotes/create-quote.ts'
import { refuseWebhook } from '../merchant/webhooks/rules/webhook-refusals.ts'
import { selectAsset } from '../payments/quotes/select-asset.ts'
import { linkInactive } from '../payments/quotes/take-order.ts'
import { quoteConsumed, quoteExpired } from '../payments/quotes/take-quote.ts'
import { walletNotConfigured } from '../payments/wallet/wallet-not-configured.ts'
import { priceUnavailable } from '../records/prices/asset-price.ts'
import { intakeStopped } from '../records/settings/rules/intake-stopped.ts'
import { type Json, reference } from './openapi-schemas.ts'

/** Only the gateway responds with it, so no operation has it. */
type OperationErrorCode = Exclude<keyof typeof apiErrors, 'method_not_allowed'>

const offered = [chainById(1), chainById(8453)].flatMap((chain) => chain ?? [])
const noDefault = { defaultChainId: null, defaultAsset: null }
const link = { title: 'A year of letters', fiatAmount: '25.00' }
const quoteId = 'qt_01JD8Z3K000000000000000000'

/** An example of each error, made by the code that throws it. A new code needs a row here before it compiles. */
const examples: Record<OperationErrorCode, ServiceError> = {
  parameter_missing: thrownBy(() => parseWith(createPaymentLink.body, {})),
  parameter_invalid: thrownBy(() =>
    parseWith(createPaymentLink.body, { ...link, fiatAmount: '25.005' }),
  ),
  parameter_unknown: thrownBy(() => parseWith(createPaymentLink.body, { ...link, titel: '' })),
  malformed_json: malformedJson(),
  invalid_cursor: thrownBy(() => parseWith(listPaymentLinks.query, { starting_after: '2' })),
  unsupported_currency: thrownBy(() =>
    parseWith(createQuote.body, { amount: { value: '10.00', currency: 'ABC' } }),
  ),
  unsupported_chain: thrownBy(() => selectAsset(offered, { chainId: 5 }, noDefault)),
  unsupported_asset: thrownBy(() => selectAsset(offered, { chainId: 1, asset: 'DOGE' }, noDefault)),
  idempotency_key_invalid: idempotencyKeyInvalid(),
  unauthenticated: unauthenticated(),
  insufficient_scope: insufficientScope('links:write'),
  resource_not_found: resourceNotFound('quote', quoteId),
  route_not_found: routeNotFound(),
  idempotency_key_reused: idempotencyKeyReused(),
  link_inactive: linkInactive('pl_01JD8Z3K000000000000000000'),
  quote_expired: quoteExpired(quoteId, new Date('2026-03-01T12:05:00.000Z')),
  quote_consumed: quoteConsumed(quoteId, 'cs_01JD8Z3K000000000000000000'),
  state_changed: refuseWebhook('endpoint_disabled', { id: 'we_01JD8Z3K000000000000000000' }),
  body_too_large: bodyTooLarge(),
  unsupported_media_type: unsupportedMediaType(),
  rate_limit_exceeded: rateLimitExceeded({ limit: 250, resetSeconds: 21 }),
  internal_error: internalError,
  price_unavailable: priceUnavailable('ETH/USD'),
  wallet_not_configured: walletNotConfigured(),
  intake_stopped: intakeStopped(),
  timed_out: timedOut(),
}

function thrownBy(work: () => unknown): ServiceError {
  try {
    work()
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
  throw new Error('an example of an error throws nothing')
}

const responseName = (status: number) => `Error${status}`
const requestId = 'f3a1c2d4-5b6e-4f70-8a9b-0c1d2e3f4a5b'

const rateLimitHeaders = Object.fromEntries(
  ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'].map((name) => [
    name,
    reference('headers', name),
  ]),
)

/** One response per status, with an example of each of its codes. */
export const errorResponses: Json = Object.fromEntries(
  Array.from(
    Map.groupBy(Object.values(examples), ({ code }) => errors[code].status),
    ([status, group]) => [responseName(status), errorResponse(status, group)],
  ),
)

function errorResponse(status: number, group: readonly ServiceError[]): Json {
  return {
    description: group.map(({ code }) => `\`${code}\``).join(', '),
    headers: {
      'X-Request-Id': reference('headers', 'X-Request-Id'),
      // Not before the key is known.
      ...(status !== 401 && rateLimitHeaders),
      ...((status === 429 || status === 503) && {
        'Retry-After': reference('headers', 'Retry-After'),
      }),
    },
    content: {
      'application/json': {
        schema: reference('schemas', 'Error'),
        examples: Object.fromEntries(
          group.map((error) => [error.code, { value: presentError(error, { requestId }) }]),
        ),
      },
    },
  }
}

/** The responses that these codes can come as, each with those of its codes that can. */
export function failures(codes: readonly ErrorCode[]): Json {
  const groups = Map.groupBy(new Set(codes), (code) => errors[code].status)
  return Object.fromEntries(
    [...groups].map(([status, group]) => [
      status,
      {
        ...reference('responses', responseName(status)),
        description: group.map((code) => `\`${code}\``).join(', '),
      },
    ]),
  )
}
