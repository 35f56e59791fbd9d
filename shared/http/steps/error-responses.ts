import { errors, ServiceError } from '../../kernel/errors.ts'
import { presentError } from '../../kernel/wire/error.ts'
import type { Exchange } from '../exchange.ts'
import { type HttpResponse, jsonResponse } from '../http-message.ts'
import type { Step } from '../step.ts'

/** A request that failed through our fault, for the log. */
export type Failure = {
  requestId: string
  method: string
  resource: string
  /** `{id}` in the path, as sent. */
  id: string | undefined
  error: unknown
}

export const internalError = new ServiceError(
  'internal_error',
  'Something went wrong on our side. Try again, with the same Idempotency-Key if you sent one.',
)

type Options = {
  onFailure: (failure: Failure) => Promise<void> | void
  /** The error for the caller instead of the generic one, if the error that is our fault can be explained. */
  explain?: (error: unknown) => ServiceError | undefined
  /** The body of an error, if it differs from the API's. */
  present?: typeof presentError
}

/** Turns errors into responses. Details of errors that are our fault go only to `onFailure`, unless explained. */
export function errorResponses({ onFailure, explain, present }: Options): Step<Exchange> {
  return {
    onError: async (request) => {
      const { error } = request
      const { requestContext, httpMethod: method, resource, pathParameters } = request.event.event
      const { requestId } = requestContext
      const known = error instanceof ServiceError ? error : (explain?.(error) ?? internalError)
      if (errors[known.code].status >= 500) {
        await onFailure({ requestId, method, resource, id: pathParameters?.['id'], error })
      }
      request.response = errorResponse(known, requestId, present)
    },
  }
}

export function errorResponse(
  error: ServiceError,
  requestId: string,
  present = presentError,
): HttpResponse {
  const { code, retryAfterSeconds } = error
  const body = JSON.stringify(present(error, { requestId }))
  const response = jsonResponse(errors[code].status, body)
  if (retryAfterSeconds !== undefined) response.headers['Retry-After'] = String(retryAfterSeconds)
  return response
}
