export type QuittanceErrorDetails = {
  /** Status of the answer; undefined where none came. */
  status: number | undefined
  /** Such as `invalid_request`; `connection` where no answer came. */
  type: string
  /** Such as `parameter_missing`, `no_answer`, `timed_out`. */
  code: string
  /** The field that is to blame. */
  param?: string | undefined
  /** Name it when you ask the operator. */
  requestId?: string | undefined
}

/** Why a call failed, in the API's own words. */
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

/** The error that an answer carries; one that did not come from the API (a proxy's page) is named by its status. */
export function errorOf(status: number, headers: Headers, body: unknown): QuittanceError {
  const told = field(body, 'error')
  const text = (name: string) => {
    const value = field(told, name)
    return typeof value === 'string' ? value : undefined
  }
  return new QuittanceError(text('message') ?? `The server answered ${status}.`, {
    status,
    type: text('type') ?? 'unexpected_answer',
    code: text('code') ?? `http_${status}`,
    param: text('param'),
    requestId: text('requestId') ?? headers.get('x-request-id') ?? undefined,
  })
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
