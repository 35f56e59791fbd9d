import { ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway'
import type { ErrorCode } from '../../../shared/kernel/errors.ts'
import {
  bodyTooLarge,
  gatewayError,
  internalError,
  timedOut,
  tooManyRequests,
} from '../../local/gateway/gateway-error.ts'

/** API Gateway fills this in. */
const requestId = '$context.requestId'

const unauthenticated = said('unauthenticated', 'Send your API key as a bearer token.')
const forbidden = said('insufficient_scope', 'This request is not allowed.')
export const nothingHere = said(
  'route_not_found',
  'There is nothing at this address. Check method and path against the API reference.',
)

/** What API Gateway answers by itself, in the words of the local gateway. */
const answers = {
  ACCESS_DENIED: forbidden,
  API_CONFIGURATION_ERROR: internalError(requestId),
  AUTHORIZER_CONFIGURATION_ERROR: internalError(requestId),
  AUTHORIZER_FAILURE: internalError(requestId),
  BAD_REQUEST_BODY: said('malformed_json', 'The body is not valid JSON.'),
  BAD_REQUEST_PARAMETERS: said('parameter_invalid', 'A parameter of the request is not valid.'),
  DEFAULT_4XX: said('parameter_invalid', 'The request is not valid.'),
  DEFAULT_5XX: internalError(requestId),
  EXPIRED_TOKEN: unauthenticated,
  INTEGRATION_FAILURE: internalError(requestId),
  INTEGRATION_TIMEOUT: timedOut(requestId),
  // Only CloudFront has the key of the origin, so whoever comes without it came past CloudFront.
  INVALID_API_KEY: nothingHere,
  INVALID_SIGNATURE: unauthenticated,
  // API Gateway's name for a route that does not exist.
  MISSING_AUTHENTICATION_TOKEN: nothingHere,
  QUOTA_EXCEEDED: tooManyRequests(requestId),
  REQUEST_TOO_LARGE: bodyTooLarge(requestId),
  RESOURCE_NOT_FOUND: nothingHere,
  THROTTLED: tooManyRequests(requestId),
  UNAUTHORIZED: unauthenticated,
  UNSUPPORTED_MEDIA_TYPE: said('unsupported_media_type', 'Bodies are JSON.'),
  WAF_FILTERED: forbidden,
}

/** Gives every error that the gateway makes by itself the specification's body and its request id. */
export function addGatewayResponses(restApi: RestApi): void {
  for (const [type, { status, headers, body }] of Object.entries(answers)) {
    const retryAfter = headers['Retry-After']
    restApi.addGatewayResponse(type, {
      type: ResponseType.of(type),
      statusCode: String(status),
      responseHeaders: {
        'X-Request-Id': 'context.requestId',
        ...(retryAfter !== undefined && { 'Retry-After': `'${retryAfter}'` }),
      },
      templates: { 'application/json': Buffer.from(body).toString() },
    })
  }
}

/** A body of the specification's shape, with the gateway's request id. */
function said(code: ErrorCode, message: string) {
  return gatewayError(requestId, { code, message })
}
