import { type ErrorCode, errors } from '../kernel/errors.ts'
import { type Json, reference } from './openapi-schemas.ts'

/** What each error may say. A new code needs a row here before it compiles. */
const messages: Record<ErrorCode, { message: string; param?: string }> = {
  parameter_missing: { message: 'title is required.', param: 'title' },
  parameter_invalid: {
    message:
      'fiatAmount must be a decimal string with at most 12 digits and 2 decimals, such as "25.00".',
    param: 'fiatAmount',
  },
  parameter_unknown: {
    message: 'titel is not a parameter of this request. Check its spelling, or leave it out.',
    param: 'titel',
  },
  malformed_json: {
    message: 'The body is not valid JSON. Send one JSON object, encoded in UTF-8.',
  },
  invalid_cursor: {
    message: 'starting_after must be the nextCursor of an earlier page of this list.',
    param: 'starting_after',
  },
  unsupported_currency: {
    message: 'amount.currency must be a currency of ISO 4217.',
    param: 'amount.currency',
  },
  unsupported_chain: {
    message: 'chainId 5 is not enabled in this mode; enabled: 1, 8453.',
    param: 'chainId',
  },
  unsupported_asset: {
    message: 'asset DOGE is not offered on chain 1; offered there: ETH, USDC.',
    param: 'asset',
  },
  idempotency_key_invalid: {
    message: 'Idempotency-Key must have 1 to 255 printable ASCII characters, for example a UUID.',
  },
  unauthenticated: {
    message: 'Send a valid API key: "Authorization: Bearer ck_live_…" or "ck_test_…".',
  },
  insufficient_scope: {
    message:
      'This needs the scope links:write, which the API key does not have. Use a key that has it.',
  },
  resource_not_found: {
    message:
      'There is no quote qt_01JD8Z3K000000000000000000. Check the id; test and live mode have each their own.',
  },
  route_not_found: {
    message: 'There is no GET /api/v1/invoices. Check the path against the API reference.',
  },
  method_not_allowed: { message: 'This path takes GET, POST.' },
  idempotency_key_reused: {
    message:
      'This Idempotency-Key was used with another body in the last 24 hours. Use a new key for a new request.',
  },
  link_inactive: {
    message:
      'linkId pl_01JD8Z3K000000000000000000 names a payment link that is not active. Activate it to open sessions from it.',
    param: 'linkId',
  },
  quote_expired: {
    message:
      'quoteId qt_01JD8Z3K000000000000000000 expired at 2026-03-01T12:05:00.000Z. Create another quote.',
    param: 'quoteId',
  },
  quote_consumed: {
    message:
      'quoteId qt_01JD8Z3K000000000000000000 was used for session cs_01JD8Z3K000000000000000000. One quote makes one session: create another quote.',
    param: 'quoteId',
  },
  state_changed: {
    message:
      'The webhook endpoint we_01JD8Z3K000000000000000000 is switched off. Switch it on first.',
  },
  body_too_large: { message: 'The body may have at most 64 KiB. Send less.' },
  unsupported_media_type: {
    message: 'Send the body as JSON, with the header "Content-Type: application/json".',
  },
  rate_limit_exceeded: {
    message:
      'This API key may make 250 requests a minute. Try again in 21 s, and back off if it happens again.',
  },
  internal_error: {
    message:
      'Something went wrong on our side. Try again, with the same Idempotency-Key if you sent one.',
  },
  price_unavailable: { message: 'There is no current price of ETH/USD; try again.' },
  wallet_not_configured: {
    message: 'The instance has no wallet yet; its owner has to finish the set-up.',
  },
  timed_out: {
    message: 'The answer took too long. Try again, with the same Idempotency-Key if you sent one.',
  },
}

const responseName = (status: number) => `Error${status}`
const requestId = 'f3a1c2d4-5b6e-4f70-8a9b-0c1d2e3f4a5b'

type CodeGroup = readonly (readonly [code: string, row: { type: string }])[]

/** What no operation responds with: the gateway does, to other methods of its path. */
const ofNoOperation: readonly number[] = [errors.method_not_allowed.status]

const rateLimitHeaders = Object.fromEntries(
  ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'].map((name) => [
    name,
    reference('headers', name),
  ]),
)

/** One response per status, with an example of each of its codes. */
export const errorResponses: Json = Object.fromEntries(
  Array.from(
    Map.groupBy(
      Object.entries(errors).filter(([, { status }]) => !ofNoOperation.includes(status)),
      ([, { status }]) => status,
    ),
    ([status, group]) => [responseName(status), errorResponse(status, group)],
  ),
)

function errorResponse(status: number, group: CodeGroup): Json {
  return {
    description: group.map(([code]) => `\`${code}\``).join(', '),
    headers: {
      'X-Request-Id': reference('headers', 'X-Request-Id'),
      // Not before the key is known.
      ...(status !== 401 && rateLimitHeaders),
      ...(status === 429 && { 'Retry-After': reference('headers', 'Retry-After') }),
    },
    content: {
      'application/json': {
        schema: reference('schemas', 'Error'),
        examples: Object.fromEntries(
          group.map(([code, { type }]) => [code, { value: exampleOf(code, type) }]),
        ),
      },
    },
  }
}

function exampleOf(code: string, type: string): Json {
  const said = Object.entries(messages).find(([known]) => known === code)?.[1]
  return { error: { type, code, ...said, requestId } }
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
