import { errors, ServiceError } from '../kernel/errors.ts'
import { presentError } from '../kernel/wire/error.ts'
import { type HttpResponse, jsonResponse, type Middleware } from './http-message.ts'

/** An answer that is our fault, for the log. */
export type Failure = {
  requestId: string
  method: string
  resource: string
  /** `{id}` of the path, as the caller wrote it. */
  id: string | undefined
  error: unknown
}

const internalError = new ServiceError(
  'internal_error',
  'Something went wrong on our side. Try again, with the same Idempotency-Key if you sent one.',
)

/** The only place that turns errors into answers. What is not the caller's doing is told to `onFailure` alone. */
export function errorAnswer({ onFailure }: { onFailure: (failure: Failure) => void }): Middleware {
  return {
    onError: (exchange) => {
      const { event, error } = exchange
      const { requestId } = event.requestContext
      const known = error instanceof ServiceError ? error : internalError
      if (errors[known.code].status >= 500) {
        const { httpMethod: method, resource, pathParameters } = event
        onFailure({ requestId, method, resource, id: pathParameters?.['id'], error })
      }
      exchange.response = errorResponse(known, requestId)
    },
  }
}

export function errorResponse(error: ServiceError, requestId: string): HttpResponse {
  const { code, retryAfterSeconds } = error
  const body = JSON.stringify(presentError(error, { requestId }))
  const response = jsonResponse(errors[code].status, body)
  if (retryAfterSeconds !== undefined) response.headers['Retry-After'] = String(retryAfterSeconds)
  return response
}
