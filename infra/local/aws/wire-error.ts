/** An error in AWS's JSON protocols: an HTTP status and a body that names the exception. */
export class WireError extends Error {
  readonly status: number
  readonly body: Record<string, unknown>

  constructor(code: string, message: string, options: WireErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.name = code
    this.status = options.status ?? 400
    this.body = options.body ?? { __type: code, message }
  }
}

export type WireErrorOptions = {
  status?: number
  /** The whole body, if it has more than the exception's name and message. */
  body?: Record<string, unknown>
  cause?: unknown
}
