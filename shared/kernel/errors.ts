type Errors = Record<string, { status: number; type: string }>

/** Every error that a caller of the API can get: code → HTTP status and `error.type`. */
export const apiErrors = {
  parameter_missing: { status: 400, type: 'invalid_request' },
  parameter_invalid: { status: 400, type: 'invalid_request' },
  parameter_unknown: { status: 400, type: 'invalid_request' },
  malformed_json: { status: 400, type: 'invalid_request' },
  invalid_cursor: { status: 400, type: 'invalid_request' },
  unsupported_currency: { status: 400, type: 'invalid_request' },
  unsupported_chain: { status: 400, type: 'invalid_request' },
  unsupported_asset: { status: 400, type: 'invalid_request' },
  idempotency_key_invalid: { status: 400, type: 'invalid_request' },
  unauthenticated: { status: 401, type: 'authentication' },
  insufficient_scope: { status: 403, type: 'permission' },
  resource_not_found: { status: 404, type: 'not_found' },
  route_not_found: { status: 404, type: 'not_found' },
  method_not_allowed: { status: 405, type: 'invalid_request' },
  idempotency_key_reused: { status: 409, type: 'conflict' },
  link_inactive: { status: 409, type: 'conflict' },
  quote_expired: { status: 409, type: 'conflict' },
  quote_consumed: { status: 409, type: 'conflict' },
  state_changed: { status: 409, type: 'conflict' },
  body_too_large: { status: 413, type: 'invalid_request' },
  unsupported_media_type: { status: 415, type: 'invalid_request' },
  rate_limit_exceeded: { status: 429, type: 'rate_limited' },
  internal_error: { status: 500, type: 'api_error' },
  price_unavailable: { status: 503, type: 'unavailable' },
  wallet_not_configured: { status: 503, type: 'unavailable' },
  intake_stopped: { status: 503, type: 'unavailable' },
  timed_out: { status: 504, type: 'unavailable' },
} as const satisfies Errors

const dashboardErrors = {
  sign_in_failed: { status: 401, type: 'authentication' },
  codes_stopped: { status: 401, type: 'authentication' },
  operator_changed: { status: 403, type: 'permission' },
  insufficient_role: { status: 403, type: 'permission' },
  proof_required: { status: 403, type: 'permission' },
  second_factor_required: { status: 403, type: 'permission' },
  row_unreadable: { status: 500, type: 'api_error' },
} as const satisfies Errors

const pageErrors = {
  link_gone: { status: 410, type: 'not_found' },
} as const satisfies Errors

export const errors = { ...apiErrors, ...dashboardErrors, ...pageErrors } as const

export type ErrorCode = keyof typeof errors

/** Name and values of a message, to show it in the dashboard's languages. */
export type Words = { name: string; values: Readonly<Record<string, string | number>> }

/** An error for the caller, who sees `message`: the problem, and what to do about it. */
export class ServiceError extends Error {
  readonly code: ErrorCode
  /** The field or parameter that caused it, if any. */
  readonly param: string | undefined
  /** When to try again; becomes the `Retry-After` header. */
  readonly retryAfterSeconds: number | undefined
  /** Undefined if the dashboard has no text of its own for it. */
  readonly words: Words | undefined

  constructor(
    code: ErrorCode,
    message: string,
    options: { param?: string; retryAfterSeconds?: number; cause?: unknown; words?: Words } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'ServiceError'
    this.code = code
    this.param = options.param
    this.retryAfterSeconds = options.retryAfterSeconds
    this.words = options.words
  }
}

/**
 * Kinds of record that are found by id. The dashboard's languages have a sentence for each, such as `no_payment_link`.
 */
export const resources = [
  'API key',
  'checkout session',
  'customer',
  'delivery',
  'destination of notices',
  'event',
  'export',
  'logo',
  'payment link',
  'quote',
  'refund',
  'sweep',
  'webhook endpoint',
  'work',
] as const

/** For an unknown id, and for an id of the other mode. `param` is the field that has it, unless the path does. */
export function resourceNotFound(
  resource: (typeof resources)[number],
  id: string,
  named: { param?: string } = {},
): ServiceError {
  const message = named.param
    ? `${named.param} ${id} does not exist in this mode. Check the id.`
    : `There is no ${resource} ${id}. Check the id: test and live mode have separate ids.`
  const name = `no_${resource.toLowerCase().replaceAll(' ', '_')}`
  return new ServiceError('resource_not_found', message, {
    ...named,
    words: { name, values: { id } },
  })
}
