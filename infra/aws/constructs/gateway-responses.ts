import { routeNotFound as noSuchRoute } from '../../../shared/http/gateway-errors.ts'
import type { ErrorCode } from '../../../shared/kernel/errors.ts'
import {
  bodyTooLarge,
  gatewayError,
  internalError,
  timedOut,
  tooManyRequests,
} from '../../local/gateway/gateway-error.ts'

/** API Gateway resolves this. */
const requestId = '$context.requestId'

const unauthenticated = errorResponse('unauthenticated', 'Send your API key as a bearer token.')
const forbidden = errorResponse('insufficient_scope', 'This request is not allowed.')
export const routeNotFound = gatewayError(requestId, noSuchRoute())

/** API Gateway's own errors, with the messages of the local gateway. */
const responses = {
  ACCESS_DENIED: forbidden,
  API_CONFIGURATION_ERROR: internalError(requestId),
  AUTHORIZER_CONFIGURATION_ERROR: internalError(requestId),
  AUTHORIZER_FAILURE: internalError(requestId),
  BAD_REQUEST_BODY: errorResponse('malformed_json', 'The body is not valid JSON.'),
  BAD_REQUEST_PARAMETERS: errorResponse('parameter_invalid', 'A request parameter is not valid.'),
  DEFAULT_4XX: errorResponse('parameter_invalid', 'The request is not valid.'),
  DEFAULT_5XX: internalError(requestId),
  EXPIRED_TOKEN: unauthenticated,
  INTEGRATION_FAILURE: internalError(requestId),
  INTEGRATION_TIMEOUT: timedOut(requestId),
  // Only CloudFront has the origin key, so a request without it has bypassed CloudFront.
  INVALID_API_KEY: routeNotFound,
  INVALID_SIGNATURE: unauthenticated,
  // What API Gateway calls a route that doesn't exist.
  MISSING_AUTHENTICATION_TOKEN: routeNotFound,
  QUOTA_EXCEEDED: tooManyRequests(requestId),
  REQUEST_TOO_LARGE: bodyTooLarge(requestId),
  RESOURCE_NOT_FOUND: routeNotFound,
  THROTTLED: tooManyRequests(requestId),
  UNAUTHORIZED: unauthenticated,
  UNSUPPORTED_MEDIA_TYPE: errorResponse(
    'unsupported_media_type',
    'Send the body as JSON, with Content-Type: application/json.',
  ),
  WAF_FILTERED: forbidden,
}

/** API Gateway's own errors, described with the body that the specification defines and the request id. */
export const gatewayResponses = Object.fromEntries(
  Object.entries(responses).map(([type, { status, headers, body }]) => {
    const retryAfter = headers['Retry-After']
    const described = {
      statusCode: String(status),
      responseParameters: {
        'gatewayresponse.header.X-Request-Id': 'context.requestId',
        ...(retryAfter !== undefined && {
          'gatewayresponse.header.Retry-After': `'${retryAfter}'`,
        }),
      },
      responseTemplates: { 'application/json': Buffer.from(body).toString() },
    }
    return [type, described]
  }),
)

function errorResponse(code: ErrorCode, message: string) {
  return gatewayError(requestId, { code, message })
}
