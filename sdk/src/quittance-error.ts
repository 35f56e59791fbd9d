export type QuittanceErrorDetails = {
  /** The HTTP status; undefined if there was no response. */
  status: number | undefined
  /** Such as `invalid_request`; `connection` if there was no response. */
  type: string
  /** Such as `parameter_missing`, `no_response`, `timed_out`. */
  code: string
  param?: string | undefined
  /** Quote it when you contact the operator. */
  requestId?: string | undefined
}

/** The error of a failed call, with the API's own message. */
export class QuittanceError extends Error {
  readonly status: number | undefined
  readonly type: string
  readonly code: string
  readonly param: string | undefined
  readonly requestId: string | undefined

  constructor(message: string, details: QuittanceErrorDetails, options?: ErrorOptions) {
    super(message, options)
    this.name = 'QuittanceError'
    this.status = details.status
    this.type = details.type
    this.code = details.code
    this.param = details.param
    this.requestId = details.requestId
  }
}

/** Returns the error in a response. If the response isn't from the API (such as a proxy's page), its status names it. */
export function errorOf(status: number, headers: Headers, body: unknown): QuittanceError {
  const error = field(body, 'error')
  const text = (name: string) => {
    const value = field(error, name)
    return typeof value === 'string' ? value : undefined
  }
  return new QuittanceError(text('message') ?? `The server responded with ${status}.`, {
    status,
    type: text('type') ?? 'unexpected_response',
    code: text('code') ?? `http_${status}`,
    param: text('param'),
    requestId: text('requestId') ?? headers.get('x-request-id') ?? undefined,
  })
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
